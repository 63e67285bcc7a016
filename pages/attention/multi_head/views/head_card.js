// The card below the map: silence the chosen head, and read what that does to the translation.

import { element } from "../../../../ui/views/library/dom.js";
import { t } from "../../../../ui/views/library/messages.js";
import { number } from "../../../../ui/views/library/numbers.js";

/** @import { Outcome, State } from "./types.d.ts" */

/**
 * Make the card; what is returned draws a state into it.
 *
 * @param {Element} parent
 * @param {(layer: number, head: number, silent: boolean) => void} silence
 * @returns {(state: State) => void}
 */
export function silenceCard(parent, silence) {
  const root = element("section", { class: "card", "aria-label": t("Switch a head off") }, parent);
  const top = element("div", { class: "top" }, root);
  const title = element("h3", {}, top);
  const toggle = element("button", { type: "button", role: "switch", class: "switch" }, top);
  element("i", {}, toggle);
  const name = element("span", {}, toggle);
  const body = element("div", { class: "body", "aria-live": "polite" }, root);
  /** @type {{silenced: State["silenced"], layer: number, head: number, wanted: boolean} | null} */
  let busy = null;
  /** @type {(state: State) => void} */
  const paint = (state) => {
    const { layer, head, silenced } = state;
    const silent = silenced.some(([a, b]) => a === layer && b === head);
    if (busy?.silenced !== silenced) busy = null;
    const on = busy?.layer === layer && busy.head === head ? busy.wanted : silent;
    title.textContent = t("Switch off layer {layer}, head {head}", {
      layer: layer + 1,
      head: head + 1,
    });
    toggle.setAttribute("aria-checked", on);
    toggle.setAttribute("aria-label", title.textContent);
    name.textContent = on ? t("switched off") : t("at work");
    root.classList.toggle("busy", Boolean(busy));
    toggle.onclick = () => {
      busy = { silenced, layer, head, wanted: !silent };
      paint(state);
      silence(layer, head, !silent);
    };
    if (busy) {
      body.replaceChildren();
      element("p", {}, body, t("Translating again …"));
    } else if (state.result) result(body, state.result, state);
    else {
      body.replaceChildren();
      element("p", {}, body, state.hint);
    }
  };
  return paint;
}

/**
 * Before and now, the fate of the old translation, and each head of the layer silenced alone.
 *
 * @type {(body: Element, outcome: Outcome, state: State) => void}
 */
function result(body, { rows, remark, alone }, { layer, head }) {
  body.replaceChildren();
  const table = element("div", { class: "outcome" }, body);
  for (const { name, words, total } of rows) {
    element("span", { class: "name" }, table, name);
    const text = element("span", {}, table);
    words.forEach(([word, changed], i) => {
      if (i) text.append(" ");
      if (changed) element("mark", {}, text, word);
      else text.append(word);
    });
    element("span", { class: "number" }, table, t("log p {value}", { value: number(total) }));
  }
  const said = element("p", {}, body);
  remark.forEach(([text, strong]) => (strong ? element("b", {}, said, text) : said.append(text)));
  if (alone.layer !== layer) return; // the server has not caught up with the menu yet
  element(
    "p",
    { class: "name" },
    body,
    t("each head of layer {layer} switched off by itself: change in ln p", { layer: layer + 1 }),
  );
  const strip = element("div", { class: "alone" }, body);
  const most = Math.max(0.01, ...alone.changes.map(Math.abs));
  alone.changes.forEach((change, i) => {
    const item = element("span", { class: i === head ? "on" : null }, strip);
    const bar = element(
      "i",
      { class: change < 0 ? "less" : "more" },
      element("span", { class: "rail" }, item),
    );
    bar.style.height = `${(Math.abs(change) / most) * 100}%`;
    element("span", { class: "number" }, item, number(change));
    element("span", { class: "name" }, item, i + 1);
  });
}
