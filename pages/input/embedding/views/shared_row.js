// One row of E, and below it the three places where it is at work.

import { listen, makeExchange } from "../../../../ui/views/library/choices.js";
import { palette } from "../../../../ui/views/library/colours.js";
import { atNewWidth, element, svg } from "../../../../ui/views/library/dom.js";
import { moved, RISING, walk } from "../../../../ui/views/library/keys.js";
import { t } from "../../../../ui/views/library/messages.js";
import { largest, number, slice, unpack } from "../../../../ui/views/library/numbers.js";
import { follow } from "../../../../ui/views/library/pages.js";
import { dots } from "../../../../ui/views/library/paint.js";
import { classesOf } from "../../../../ui/views/library/tokens.js";
import { aboutLogit, headOf, whereRead } from "./shared_row_words.js";

/** @import { Card, Page, Parts, Root, SharedRow, Side } from "./types.d.ts" */

const HIGH = 118,
  ABOVE = 16,
  BELOW = 24;

/** @type {(root: Root) => Parts} */
function build(root) {
  const head = element("p", { class: "head" }, root);
  const strip = element("canvas", { class: "row", "aria-hidden": "true" }, root);
  const cards = element("div", { class: "cards" }, root);
  /** @type {(name: string, title: string) => Card} */
  const card = (name, title) => {
    const node = element("section", { class: `place ${name}` }, cards);
    const heading = element("h4", {}, node, title);
    return {
      heading,
      node,
      body: element("div", { class: "body" }, node),
      says: element("p", { "aria-live": "polite" }, node),
    };
  };
  const parts = {
    head,
    strip,
    source: card("source", t("1 Source embedding")),
    target: card("target", t("2 Target embedding")),
    projection: card("projection", t("3 Scores of the next token")),
  };
  root.observer = atNewWidth(cards, () => draw(root));
  return parts;
}

// What a card leads to, if there is a page for it.
/** @type {(card: Card, page: Page | null) => void} */
function link(card, page) {
  card.heading.querySelector("a")?.remove();
  if (!page) return;
  const to = element(
    "a",
    { href: page.address + location.search },
    card.heading,
    `${page.title} →`,
  );
  to.onclick = (event) => follow(event, { href: new URL(page.address, document.baseURI).href });
}

// A side's tokens; those that are the piece are ringed.
/** @type {(root: Root, name: Side, positions: number[]) => void} */
function tokens(root, name, positions) {
  const { data, parts } = root,
    { body, says } = parts[name],
    use = data.uses[root.chosen];
  body.replaceChildren();
  data[name].forEach((token, i) => {
    const own = positions.includes(i) ? "chip lit" : "chip";
    const about = { class: classesOf(own, token, data[name][i + 1]), lang: token.lang };
    element("span", about, body, token.text);
  });
  says.textContent = whereRead(name, use, positions, data.rows.shape[1]);
}

// A bar for each step: how well the row fits what the decoder is about to say.
/** @type {(root: Root) => void} */
function bars(root) {
  const {
      data,
      parts: { projection },
    } = root,
    { body } = projection,
    [steps, count] = root.logits.shape;
  const width = Math.max(body.clientWidth, 1),
    pitch = width / steps,
    { chosen } = root;
  const own = Array.from({ length: steps }, (_, step) => root.logits.values[step * count + chosen]);
  const high = Math.max(...root.best.values, 0),
    low = Math.min(...own, 0);
  const y = (/** @type {number} */ value) => ABOVE + ((high - value) / (high - low || 1)) * HIGH;
  const canvas = svg("svg", {
    width,
    height: ABOVE + HIGH + BELOW,
    role: "radiogroup",
    "aria-label": t("Steps"),
  });
  svg("line", { x1: 0, x2: width, y1: y(0), y2: y(0), class: "zero" }, canvas);
  own.forEach((value, step) => {
    const said = value === root.best.values[step],
      here = step === root.step;
    const bar = svg(
      "g",
      {
        class: `step ${said ? "said" : ""}`,
        role: "radio",
        "aria-checked": here,
        tabindex: here ? 0 : -1,
        "aria-label": t("step {step}: logit {logit}", { step: step + 1, logit: number(value, 2) }),
      },
      canvas,
    );
    const x = step * pitch,
      inner = Math.min(34, pitch * 0.7),
      left = x + (pitch - inner) / 2;
    svg("rect", { x, y: 0, width: pitch, height: ABOVE + HIGH + BELOW, class: "hit" }, bar);
    svg(
      "rect",
      {
        x: left,
        y: Math.min(y(value), y(0)),
        width: inner,
        height: Math.abs(y(value) - y(0)),
        class: value > 0 ? "positive" : "negative",
      },
      bar,
    );
    const best = y(root.best.values[step]);
    svg("line", { x1: left - 3, x2: left + inner + 3, y1: best, y2: best, class: "best" }, bar);
    if (here)
      svg(
        "rect",
        { x: left - 5, y: 3, width: inner + 10, height: ABOVE + HIGH, rx: 5, class: "ring" },
        bar,
      );
    if (pitch >= 24) name(bar, data.output[step].text, x + pitch / 2, pitch);
    bar.onclick = () => choose(root, step, true);
  });
  walk(
    canvas,
    (key) => moved(root.step, key, steps, { keys: RISING, around: true }),
    (step) => {
      choose(root, step, true);
      here()?.focus();
    },
  );
  /** @type {() => SVGElement | null} */
  const here = () => body.querySelector('[aria-checked="true"]');
  const focused = body.contains(document.activeElement);
  body.replaceChildren(canvas);
  if (focused) here()?.focus({ preventScroll: true });
}

/** @type {(bar: Element, text: string, x: number, room: number) => void} */
function name(bar, text, x, room) {
  const shown = [...text],
    fits = Math.max(2, Math.floor(room / 7.2));
  const short = shown.length > fits ? `${shown.slice(0, fits - 1).join("")}…` : text;
  svg("text", { x, y: ABOVE + HIGH + 18, "text-anchor": "middle" }, bar, short);
}

/** @type {(root: Root, step: number, tell: boolean) => void} */
function choose(root, step, tell) {
  root.step = step;
  bars(root);
  const {
      data,
      parts: {
        projection: { says },
      },
    } = root,
    use = data.uses[root.chosen];
  const value = root.logits.values[step * root.logits.shape[1] + root.chosen],
    best = root.best.values[step];
  says.textContent = aboutLogit(step, use.token.text, value, best, data.winners[step]);
  if (!tell) return;
  root.at = step;
  root.exchange.told([root.chosen, step].join());
  root.tell("at", step + 1);
}

/** @type {(root: Root) => void} */
function draw(root) {
  const { data, parts } = root,
    use = data.uses[root.chosen];
  if (!root.clientWidth) return; // not laid out yet: the observer calls again
  const row = slice(root.rows, root.chosen),
    colours = palette(root),
    { strip } = parts;
  const shape = [1, row.values.length],
    most = largest(row);
  dots(strip, { shape, values: row.values }, (value) => colours.signed(value / most));
  parts.head.replaceChildren(...headOf(use));
  tokens(root, "source", use.source);
  tokens(root, "target", use.target);
  link(parts.source, data.opens.source);
  link(parts.target, data.opens.target);
  link(parts.projection, data.opens.projection);
  choose(root, root.at < 0 ? strongest(root) : root.at, false);
}

// The step at which the chosen piece's logit is highest.
/** @type {(root: Root) => number} */
function strongest({ logits, chosen }) {
  const [steps, count] = logits.shape;
  const own = Array.from({ length: steps }, (_, step) => logits.values[step * count + chosen]);
  return own.indexOf(Math.max(...own));
}

/** @param {ViewCall<SharedRow, Root>} call */
export default function ({ data, parentElement, setTriggerValue }) {
  const root = parentElement.querySelector(".shared_row");
  root.parts ??= build(root);
  root.exchange ??= makeExchange();
  const fresh = JSON.stringify(root.data?.uses) !== JSON.stringify(data.uses),
    { chosen, at } = data;
  if (root.exchange.news([chosen, at].join()) || fresh) Object.assign(root, { chosen, at });
  Object.assign(root, {
    data,
    tell: setTriggerValue,
    rows: unpack(data.rows),
    logits: unpack(data.logits),
    best: unpack(data.best),
  });
  draw(root);
  listen(root, ({ piece = root.chosen }) => {
    if (piece === root.chosen || !data.uses[piece]) return;
    root.chosen = piece;
    root.exchange.told([piece, root.at].join());
    draw(root);
  });
}
