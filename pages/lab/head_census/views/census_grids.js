// One grid for each attention: a button for each head, its role as glyph and colour.

import { times } from "../../../../ui/views/library/dom.js";
import { movedOver, onKey } from "../../../../ui/views/library/keys.js";
import { t, tc } from "../../../../ui/views/library/messages.js";
import { number } from "../../../../ui/views/library/numbers.js";
import { html } from "../../../../ui/views/vendor/lit-html.js";

/** @import { Census } from "./census_view.js" */
/** @import { CensusData } from "./data.d.ts" */

/**
 * What stands for each role, in a square of 22: colour never says it alone.
 *
 * @type {Record<string, string>}
 */
const GLYPHS = {
  previous: "M15.8 11H6.2M10.2 7l-4 4l4 4",
  next: "M6.2 11H15.8M11.8 7l4 4l-4 4",
  same: "M6 9H16M6 13H16",
  start: "M6.5 5.5V16.5M6.5 11H15.5",
  end: "M15.5 5.5V16.5M6.5 11H15.5",
  punctuation: "M11 6V12M11 15.6V16",
  rare: "M11 5.5L16 11L11 16.5L6 11Z",
  again: "M15.5 8.5A5 5 0 1 0 16 12.5M15.8 5V8.8H12",
  aligns: "M6.5 15.5L15 7M9 6.5H15.5V13",
  mixed: "M9.5 11H12.5",
};

/**
 * The sign of a role.
 *
 * @param {string} role
 */
export const sign = (role) => html`<svg viewBox="0 0 22 22" class="sign" aria-hidden="true"
  ><path d=${GLYPHS[role] ?? GLYPHS.mixed}></path></svg>`;

/**
 * A grid for each attention. Arrow keys move in that of the chosen head; the keyboard enters each
 * of the others at its first.
 *
 * @param {Census} view
 */
export function grids(view) {
  const { data, now, choose, root } = view,
    h = data.names.length / data.layers.reduce((sum, layers) => sum + layers, 0);
  let start = 0;
  return data.kinds.map((kind, i) => {
    const layers = data.layers[i],
      first = start,
      count = layers * h,
      at = now.chosen - first,
      here = at >= 0 && at < count;
    start += count;
    const off = now.silenced.filter((place) => place >= first && place < first + count).length;
    /** @type {(place: number) => void} */
    const pick = (place) => choose({ chosen: place }, "choose", place);
    const walk = onKey(
      (key) => (here ? movedOver([Math.floor(at / h), at % h], key, [layers, h]) : undefined),
      ([layer, head]) => {
        const place = first + layer * h + head;
        pick(place);
        root.querySelectorAll(".grid")[i].querySelectorAll("button")[place - first].focus();
      },
    );
    return html`<section><div class="head"><h3>${kind}</h3><span class="work">${t(
      "{working} of {count} at work",
      { working: count - off, count },
    )}</span></div>
      <div class="grid" role="group" aria-label=${kind} @keydown=${walk}
        style="grid-template-columns: 18px repeat(${h}, minmax(0, 1fr))">
        ${times(
          layers,
          (layer) => html`<span class="layer" aria-hidden="true">${layer + 1}</span
            >${times(h, (head) => {
              const place = first + layer * h + head;
              const entry = here ? now.chosen : first;
              return headButton(view, place, place === entry ? 0 : -1, pick);
            })}`,
        )}
        <span class="corner"></span>
        ${times(h, (head) => html`<span class="top" aria-hidden="true">${head + 1}</span>`)}
      </div></section>`;
  });
}

/**
 * A head: role, silenced or not, chosen or not, and a bar for its importance.
 *
 * @type {(view: Census, place: number, tabindex: number, pick: (place: number) => void) => unknown}
 */
function headButton({ data, now }, place, tabindex, pick) {
  const role = data.roles[place],
    off = now.silenced.includes(place),
    value = data.importance[place],
    most = Math.max(...data.importance, 1e-9);
  const named = {
    ...{ head: data.names[place], role: data.meanings[role] },
    ...{ unit: data.unit, value: number(value, 3) },
  };
  const title = t("{head}: {role}, {unit} {value}", named);
  return html`<button type="button" data-role=${role} class=${off ? "silent" : ""} title=${title}
    aria-label=${off ? t("{head}: {role}, {unit} {value}, switched off", named) : title}
    aria-pressed=${place === now.chosen} tabindex=${tabindex} @click=${() => pick(place)}
    >${sign(role)}<i style="width: ${74 * Math.sqrt(Math.max(0, value) / most)}%"></i></button>`;
}

/**
 * The roles that occur, with how many heads have them.
 *
 * @type {(data: CensusData, off: number) => unknown}
 */
export function legend({ meanings, roles }, off) {
  const used = Object.entries(meanings).filter(([role]) => roles.includes(role));
  return html`<span class="item">${t("attends mostly to:")}</span>${used.map(
    ([role, meaning]) => html`<span class="item" data-role=${role}
      ><span class="key" data-role=${role}>${sign(role)}</span><span>${meaning}</span
      ><b>${roles.filter((one) => one === role).length}</b></span>`,
  )}<span class="item"><span class="key silent"></span><span>${tc("heads", "off")}</span
    ><b>${off}</b></span><span class="item"><span class="stroke"></span
    ><span>${t("bar: how much it matters")}</span></span>`;
}
