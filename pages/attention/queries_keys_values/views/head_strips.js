// One word in every head: its query, key and value as strips, one row for each head.

import { makeExchange } from "../../../../ui/views/library/choices.js";
import { palette } from "../../../../ui/views/library/colours.js";
import { element, writeInto } from "../../../../ui/views/library/dom.js";
import { chooseOne, moved, walk } from "../../../../ui/views/library/keys.js";
import { t } from "../../../../ui/views/library/messages.js";
import { largest, number, slice, unpack } from "../../../../ui/views/library/numbers.js";
import { dots } from "../../../../ui/views/library/paint.js";

/** @import { Exchange } from "../../../../ui/views/library/choices.js" */
/** @import { Palette } from "../../../../ui/views/library/colours.js" */
/** @import { Tensor } from "../../../../ui/views/library/numbers.js" */

/** @typedef {"Q" | "K" | "V"} Role */

/**
 * Vectors are head x d_k, lengths one for each head, words the tokens that they belong to.
 *
 * @typedef {{vectors: Record<Role, SentTensor>, lengths: Record<Role, number[]>, words:
 *   Record<Role, string>, head: number}} Data
 */

/** @typedef {HTMLElement & {exchange: Exchange, head: number}} Root */

/** @type {Role[]} */
const ROLES = ["Q", "K", "V"];

/**
 * @type {(parent: Element, values: Float32Array, most: number, role: Role, colours: Palette) =>
 *   void}
 */
function strip(parent, values, most, role, colours) {
  const canvas = element("canvas", { class: `strip ${role}`, "aria-hidden": "true" }, parent);
  const shape = [1, values.length];
  dots(canvas, { shape, values }, (value) => colours.signed(value / most));
}

/** @type {(root: Element, data: Data) => void} */
function header(root, data) {
  const line = element("div", { class: "line header" }, root);
  element("span", {}, line, t("head"));
  for (const role of ROLES) {
    const name = element("span", { class: "title" }, line);
    const style = `color: var(--glass-${role}-ink)`;
    const letter = element("b", { style }, null, role.toLowerCase());
    writeInto(name, t("{letter} of “{word}”"), { letter, word: data.words[role] });
    element("span", { class: "length" }, line, t("length"));
  }
}

/**
 * @type {(group: Element, data: Data, head: number, colours: Palette, tensors: Record<Role,
 *   Tensor>) => HTMLButtonElement}
 */
function row(group, data, head, colours, tensors) {
  const line = element("button", { type: "button", role: "radio", class: "line" }, group);
  element("span", { class: "head" }, line, head + 1);
  const lengths = ROLES.map((role) => number(data.lengths[role][head], 2));
  ROLES.forEach((role, i) => {
    strip(line, slice(tensors[role], head).values, largest(tensors[role]), role, colours);
    element("span", { class: "length" }, line, lengths[i]);
  });
  const [q, k, v] = lengths;
  const spoken = { head: head + 1, q, k, v };
  line.setAttribute(
    "aria-label",
    t("head {head}: length of q {q}, length of k {k}, length of v {v}", spoken),
  );
  return line;
}

/** @param {ViewCall<Data, Root>} call */
export default function ({ data, parentElement, setTriggerValue }) {
  const root = parentElement.querySelector(".head_strips");
  root.exchange ??= makeExchange();
  if (root.exchange.news(data.head)) root.head = data.head;
  const focused = root.contains(document.activeElement); // the rows are made anew
  const colours = palette(parentElement);
  const { Q, K, V } = data.vectors;
  const tensors = { Q: unpack(Q), K: unpack(K), V: unpack(V) };
  root.replaceChildren();
  header(root, data);
  const group = element("div", { role: "radiogroup", "aria-label": t("Head") }, root);
  const rows = tensors.Q.shape[0];
  const lines = Array.from({ length: rows }, (_, head) => row(group, data, head, colours, tensors));
  /** @type {(head: number) => void} */
  const pick = (head) => {
    root.head = head;
    chooseOne(lines, head);
    lines[head].focus();
    root.exchange.told(head);
    setTriggerValue("head", head + 1);
  };
  lines.forEach((line, head) => {
    line.onclick = () => pick(head);
  });
  walk(group, (key) => moved(root.head, key, rows, { around: true }), pick);
  chooseOne(lines, root.head);
  if (focused) lines[root.head].focus();
}
