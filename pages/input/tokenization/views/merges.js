// Byte-pair encoding as a staircase: each row is the word after one more merge.

import { makeExchange } from "../../../../ui/views/library/choices.js";
import { atNewWidth, element, svg } from "../../../../ui/views/library/dom.js";
import { t, tn } from "../../../../ui/views/library/messages.js";
import { whole, within } from "../../../../ui/views/library/numbers.js";
import { makePlayer } from "../../../../ui/views/library/player.js";
import {
  BOX,
  choices,
  edges,
  LEFT,
  PITCH,
  parts,
  shorten,
  slideTogether,
  spans,
  spoken,
  stair,
  TOP,
} from "./merges_stairs.js";

/** @import { Data, Root } from "./types.d.ts" */

/** @type {(root: Root) => boolean} */
const isWide = (root) => root.clientWidth >= 700;

/** @type {(root: Root) => number[]} */
const edgesHere = (root) =>
  edges(root.data.steps[0].pieces, root.clientWidth - LEFT - 4 - (isWide(root) ? 330 : 0));

/** @type {(root: Root) => void} */
function draw(root) {
  const { data, shown, frame } = root;
  const wide = isWide(root),
    last = data.steps.length - 1;
  const x = edgesHere(root);
  const height = TOP + last * PITCH + BOX + 20,
    right = x.at(-1) ?? 0;
  const picture = svg("svg", {
    width: right + (wide ? 330 : 4),
    height,
    role: "img",
    "aria-label": spoken(data, shown),
  });
  for (let row = 0; row <= shown; row++) {
    const group = svg("g", { class: "stair" }, picture);
    stair(group, data, row, x, wide);
    const y = TOP + row * PITCH;
    const hit = svg("rect", { x: 0, y, width: right, height: BOX, class: "hit" }, group);
    hit.onclick = () => {
      root.player.pause();
      move(root, row);
    };
  }
  const under = TOP + shown * PITCH + BOX,
    places = spans(data, shown, x);
  choices(picture, data, shown, places, under);
  if (shown === last)
    places.forEach((place, i) => {
      const at = { x: (place.left + place.right) / 2, y: under + 13, "text-anchor": "middle" };
      svg("text", { ...at, class: "n id" }, picture, data.ids[i]);
    });
  const at = frame.scrollLeft;
  frame.replaceChildren(picture);
  frame.scrollLeft = at;
}

// The line beside the player: what happened at this step.
/** @type {(root: Root) => void} */
function tell(root) {
  const { data, shown, now } = root,
    last = data.steps.length - 1,
    step = data.steps[shown];
  now.replaceChildren();
  element(
    "b",
    {},
    now,
    shown
      ? `${parts(data, shown).map(shorten).join(" + ")} → ${shorten(step.pieces[step.joined])}`
      : shorten(data.word),
  );
  const rest = last ? ` ${happened(root)}` : t(": none of its neighbouring pairs was ever joined");
  element("span", {}, now, rest);
}

/** @type {(root: Root) => string} */
function happened({ data, shown }) {
  const last = data.steps.length - 1,
    numbers = { merge: whole(data.steps[shown].rank), merges: whole(data.merges) };
  if (!shown)
    return tn("as characters, before {count} merge", "as characters, before {count} merges", last);
  if (shown < last) return t("learned as pair {merge} of {merges}", numbers);
  return t(
    "learned as pair {merge} of {merges}, the last one here: these are the model's pieces",
    numbers,
  );
}

/** @type {(root: Root, step: number) => void} */
function show(root, step) {
  const last = root.data.steps.length - 1,
    before = root.shown;
  root.shown = within(step, 0, last);
  Object.assign(root.slider, { max: last, value: root.shown, disabled: !last });
  root.slider.setAttribute("aria-valuetext", spoken(root.data, root.shown));
  root.player.set(root.shown + 1);
  tell(root);
  draw(root);
  const row = root.frame.querySelectorAll(".stair")[root.shown];
  if (root.shown === before + 1) slideTogether(row, root.data, root.shown, edgesHere(root));
}

// Bring the piece that was just made into view, in a word wider than the window.
/** @type {(root: Root) => void} */
function reveal({ shown, frame }) {
  const made = frame.querySelectorAll(".stair")[shown].querySelector("rect.made");
  if (!made) return;
  const left = Number(made.getAttribute("x")),
    right = left + Number(made.getAttribute("width"));
  if (left < frame.scrollLeft || right > frame.scrollLeft + frame.clientWidth) {
    frame.scrollLeft = left - frame.clientWidth / 3;
  }
}

// Show a step and put it into the link; "all" is a number that suits any word.
/** @type {(root: Root, step: number) => void} */
function move(root, step) {
  show(root, step);
  reveal(root);
  report(root);
}

/** @type {(root: Root) => void} */
function report(root) {
  const { data, shown } = root;
  root.exchange.told(shown);
  root.send("move", shown === data.steps.length - 1 ? data.all : shown);
}

/** @type {(root: Root) => void} */
function build(root) {
  root.exchange = makeExchange();
  const line = element("div", { class: "player" }, root);
  root.player = makePlayer(
    line,
    t("From letters to pieces: byte-pair encoding"),
    () => root.data?.steps.length ?? 1,
    (step, moving) => {
      if (!moving) return move(root, step - 1);
      show(root, step - 1);
      reveal(root);
    },
  );
  root.slider = element(
    "input",
    { type: "range", min: 0, step: 1, "aria-label": t("Merges done") },
    line,
  );
  root.slider.oninput = () => {
    root.player.pause();
    show(root, Number(root.slider.value));
    reveal(root);
  };
  root.slider.onchange = () => report(root);
  root.now = element("div", { class: "now", "aria-live": "polite" }, line);
  root.legend = element("div", { class: "legend" }, root);
  root.frame = element("div", { class: "scroll" }, root);
  atNewWidth(root, () => root.data && draw(root));
}

/** @param {ViewCall<Data, Root>} call */
export default function ({ data, parentElement, setTriggerValue }) {
  const root = parentElement.querySelector(".merges");
  root.send = setTriggerValue;
  if (!root.slider) build(root);
  const fresh =
    JSON.stringify([data.word, data.steps]) !== JSON.stringify([root.data?.word, root.data?.steps]);
  root.data = data;
  root.legend.textContent = t(
    "A number between two neighbours says when their pair was learned: 1 came first, {merges} " +
      "last, – means never. The smallest number is joined next. Ids are under the last row.",
    { merges: whole(data.merges) },
  );
  if (root.exchange.news(data.shown) || fresh) show(root, data.shown);
  else if (!root.getAnimations({ subtree: true }).length) draw(root); // not what slides just now
}
