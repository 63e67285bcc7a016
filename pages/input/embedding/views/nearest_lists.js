// Lists of nearest rows, side by side, to be read.

import { element } from "../../../../ui/views/library/dom.js";
import { nearestRows } from "./pieces.js";

/** @import { Near } from "./types.d.ts" */

/** @typedef {{lists: {title: string, near: Near[]}[], chance: number, remarks: string[]}} Data */

/** @param {ViewCall<Data, HTMLElement & {content?: string}>} call */
export default function ({ data, parentElement }) {
  const root = parentElement.querySelector(".nearest_lists");
  const content = JSON.stringify(data);
  if (root.content === content) return;
  root.content = content;
  root.replaceChildren();
  const columns = element("div", { class: "columns" }, root);
  for (const { title, near } of data.lists) {
    const column = element("section", {}, columns);
    element("h4", { title }, column, title);
    nearestRows(column, near, data.chance);
  }
  const below = element("div", { class: "remarks", "aria-live": "polite" }, root);
  for (const remark of data.remarks) element("p", {}, below, remark);
}
