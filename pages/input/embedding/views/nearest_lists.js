// Lists of nearest rows, side by side, to be read.

import { defineView } from "../../../../ui/views/library/define.js";
import { html } from "../../../../ui/views/vendor/lit-html.js";
import { nearestRows } from "./pieces.js";

/** @import { View } from "../../../../ui/views/library/define.js" */
/** @import { NearestListsData } from "./data.d.ts" */

export default defineView(
  "nearest_lists",
  {},
  (/** @type {View<NearestListsData, {}, {}>} */ { data: { lists, chance, remarks } }) =>
    html`<div class="columns">${lists.map(
      ({ title, near }) =>
        html`<section><h4 title=${title}>${title}</h4>${nearestRows(near, chance)}</section>`,
    )}</div>
    <div class="remarks" aria-live="polite">${remarks.map((said) => html`<p>${said}</p>`)}</div>`,
);
