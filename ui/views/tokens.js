// A row of tokens of which one is chosen, or none where the page's choice lies beyond them. Arrow
// keys move, as in any group of radio buttons.

import { announce, listen, makeExchange } from "./library/choices.js";
import { element } from "./library/dom.js";
import { moved, walk } from "./library/keys.js";
import { classesOf } from "./library/tokens.js";

/** @import { Exchange } from "./library/choices.js" */
/** @import { Token } from "./library/tokens.js" */

/**
 * The tokens, and the place of the chosen one; key says what is chosen.
 *
 * @typedef {{key: "word" | "step" | "piece" | "key", label: string, tokens: Token[],
 *   chosen: number}} Data
 */

/** @typedef {HTMLElement & {names?: string, exchange: Exchange, chosen: number}} Root */

/** @param {ViewCall<Data, Root>} call */
export default function ({ data, parentElement, setTriggerValue }) {
  const root = parentElement.querySelector(".tokens");
  const focused = root.contains(document.activeElement);
  const scrolled = root.querySelector("[role=radiogroup]")?.scrollTop ?? 0;
  const names = JSON.stringify(data.tokens),
    fresh = names !== root.names;
  root.names = names;
  root.exchange ??= makeExchange();
  if (root.exchange.news(data.chosen) || fresh) root.chosen = data.chosen;
  root.replaceChildren();
  const caption = element(
    "span",
    { class: "caption", id: `${data.key}-caption` },
    root,
    data.label,
  );
  const group = element("div", { role: "radiogroup", "aria-labelledby": caption.id }, root);
  const chips = data.tokens.map((token, i) => {
    const kinds = classesOf("chip", token, data.tokens[i + 1]);
    const chip = element(
      "button",
      { type: "button", role: "radio", class: kinds, lang: token.lang },
      group,
      token.text,
    );
    chip.onclick = () => choose(i, true);
    return chip;
  });
  /** @type {(place: number, tell: boolean) => void} */
  const choose = (place, tell) => {
    root.chosen = place;
    chips.forEach((chip, i) => {
      chip.setAttribute("aria-checked", i === place);
      chip.tabIndex = i === (chips[place] ? place : 0) ? 0 : -1;
    });
    if (!tell) return;
    chips[place].focus();
    announce({ [data.key]: place });
    root.exchange.told(place);
    setTriggerValue("pick", place + 1);
  };
  const focusedChip = () => chips.findIndex((chip) => chip.matches(":focus"));
  walk(
    group,
    (key) => moved(focusedChip(), key, chips.length, { around: true }),
    (place) => choose(place, true),
  );
  choose(root.chosen, false);
  if (scrolled) group.scrollTop = scrolled;
  requestAnimationFrame(() => chips[root.chosen] && keepInSight(group, chips[root.chosen]));
  if (focused) chips[root.chosen]?.focus({ preventScroll: true }); // the keyboard goes on from here
  listen(root, ({ [data.key]: place }) => place !== undefined && choose(place, false));
}

/**
 * Where there are many tokens, scroll their box, and not the page, to the chosen one.
 *
 * @type {(group: HTMLElement, chip: HTMLElement) => void}
 */
function keepInSight(group, chip) {
  const top = chip.offsetTop - group.offsetTop,
    bottom = top + chip.offsetHeight + 2;
  if (top < group.scrollTop) group.scrollTop = top;
  else if (bottom > group.scrollTop + group.clientHeight)
    group.scrollTop = bottom - group.clientHeight;
}
