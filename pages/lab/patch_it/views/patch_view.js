// Patch it: the large map under its tokens, what the chosen cell's run says, and six small maps.

import { defineView } from "../../../../ui/views/library/define.js";
import { t } from "../../../../ui/views/library/messages.js";
import { html } from "../../../../ui/views/vendor/lit-html.js";
import { card, runs } from "./patch_card.js";
import { cells, settle } from "./patch_cells.js";
import { smallMaps } from "./patch_maps.js";

/** @import { View } from "../../../../ui/views/library/define.js" */
/** @import { PatchData, PatchEvents } from "./data.d.ts" */

/** @typedef {PatchData["chosen"]} Site a map's name, a row and a column */
/** @typedef {View<PatchData, {chosen: Site}, PatchEvents>} Patch */

export default defineView(
  "patch_view",
  { chosen: ({ after, host, ids, maps }) => [after, host, ids, maps[0].tokens] },
  render,
);

/** @param {Patch} view */
function render(view) {
  const { data, root } = view;
  if (!root.firstChild) queueMicrotask(() => view.set({})); // again, once it has a width
  requestAnimationFrame(() => settle(root));
  return html`<div class="above">
      <div class="left">
        <div class="scroll" @scroll=${() => settle(root, false)}>${cells(view)}</div>
        <div class="legend">
          <div class="scale"><span>${t("effect of the location")}</span><span class="ramp"
            ><span class="low">−1</span><span class="high">1</span></span
            ><span>${t("0 is no change, 1 as with the other sentence")}</span></div>
          <p class="note">${data.note}</p></div></div>
      <div class="right">
        <div class="runs">${runs(data)}</div>
        <section class="card" aria-live="polite">${card(view)}</section></div></div>
    <div class="heading"><h3 id="patch-where">${t("Other places to search")}</h3
      ><span class="caption">${data.caption}</span></div>
    ${smallMaps(view)}`;
}
