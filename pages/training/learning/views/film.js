// The film of the training: a list of what was said, all heads as small maps, one head large.

import { defineView, gaps, ifAny } from "../../../../ui/views/library/define.js";
import { times } from "../../../../ui/views/library/dom.js";
import { DOWN, moved, movedOver, onKey } from "../../../../ui/views/library/keys.js";
import { t, tn } from "../../../../ui/views/library/messages.js";
import { number, slice, unpack, whole, within } from "../../../../ui/views/library/numbers.js";
import { dots } from "../../../../ui/views/library/paint.js";
import { makePlayer } from "../../../../ui/views/library/player.js";
import { html } from "../../../../ui/views/vendor/lit-html.js";

/** @import { Painting, View } from "../../../../ui/views/library/define.js" */
/** @import { FilmData, FilmEvents, Label } from "./data.d.ts" */

/** @typedef {{frame: number, layer: number, head: number}} Now */
/** @typedef {View<FilmData, Now, FilmEvents>} Film */

/** @type {(data: FilmData) => unknown} */
const version = (data) => data.version;

export default defineView("film", { frame: () => null, layer: version, head: version }, render);

/** @param {Film} view */
function render(view) {
  const { data, now, once } = view,
    [from, to] = data.spoken,
    step = data.steps[now.frame];
  const player = once("player", () =>
    makePlayer(
      null,
      t("Training steps"),
      () => view.data.steps.length,
      (place, moving) => (moving ? view.set({ frame: place - 1 }) : show(view, place - 1)),
      undefined,
      "frame",
    ),
  );
  player.set(now.frame + 1);
  const given = gaps(t("The loss and the maps belong to the given translation, {given}"), {
    given: html`<span lang=${to} translate="no">${t("“{text}”", { text: data.given })}</span>`,
  });
  const title = t("Layer {layer}, head {head}, step {step}", {
    layer: now.layer + 1,
    head: now.head + 1,
    step: whole(step),
  });
  return html`<div class="top">${player.node}<div class="now" aria-live="polite"
      >${written(data.texts[now.frame], step, to)}</div></div>
    <p class="pair"><b lang=${from} translate="no">${data.source}</b> ${given}</p>
    <div class="columns"><div>${list(view)}</div>
      <div class="maps">${grid(view)}<h4>${title}</h4>
        <div class="large" style="--rows: ${data.queries.length}; --columns: ${data.keys.length}"
          ><div class="keys">${names(data.keys)}</div
          ><div class="queries">${names(data.queries)}</div><canvas role="img" aria-label=${title}
          .painting=${map(view, now.layer, now.head)}></canvas></div></div></div>`;
}

/** @type {(view: Film, frame: number) => void} */
function show({ data, choose }, place) {
  const frame = within(place, 0, data.steps.length - 1);
  choose({ frame }, "frame", frame + 1);
}

/** @type {(said: string, step: number, lang: string) => unknown} */
function written(said, step, lang) {
  const count = whole(step);
  if (!said) {
    return tn(
      "after {count} step the model writes nothing",
      "after {count} steps the model writes nothing",
      step,
      { count },
    );
  }
  const message = tn(
    "after {count} step the model writes {text}",
    "after {count} steps the model writes {text}",
    step,
    { count },
  );
  return gaps(message, {
    text: html`<b lang=${lang} translate="no">${t("“{text}”", { text: said })}</b>`,
  });
}

/**
 * What was said at each step, and the loss; frames in a row that say the same share a line.
 *
 * @param {Film} view
 */
function list(view) {
  const { data, now } = view,
    worst = Math.max(...data.losses);
  const runs = runsOf(data.texts);
  const shown = runs.findIndex(([, last]) => now.frame <= last);
  const walk = onKey(
    (key) => moved(shown, key, runs.length, { keys: DOWN }),
    (place) => show(view, runs[place][1]),
  );
  return html`<div class="heads" aria-hidden="true"><span>${t("after step")}</span><span
    >${t("it writes")}</span><span>${t("loss")}</span></div><div class="said"
    role="listbox" tabindex="0" aria-label=${t("Frames")}
    aria-activedescendant="film-${shown}" @keydown=${walk}>${runs.map(([first, last], i) => {
      const loss = data.losses[i === shown ? now.frame : last];
      const from = first === last ? "" : `${whole(data.steps[first])}–`;
      return html`<div role="option" id="film-${i}" aria-selected=${i === shown}
        class="line ${first > now.frame ? "later" : ""}" @click=${() => show(view, last)}
        ><span class="step">${from}${whole(data.steps[last])}</span><span
        class="text" lang=${data.spoken[1]} translate="no" title=${data.texts[first]}
        >${data.texts[first] || t("nothing yet")}</span><span class="rail"
        title=${t("loss")}><span style="width:${(100 * loss) / worst}%"></span></span
        ><span class="loss">${number(loss, 2)}</span></div>`;
    })}</div>`;
}

/**
 * The first and the last frame of each run of equal texts.
 *
 * @type {(texts: string[]) => [number, number][]}
 */
function runsOf(texts) {
  const firsts = [...texts.keys()].filter((i) => i === 0 || texts[i] !== texts[i - 1]);
  return firsts.map((first, run) => [first, (firsts[run + 1] ?? texts.length) - 1]);
}

/**
 * A small map for each head of each layer.
 *
 * @param {Film} view
 */
function grid(view) {
  const { data, now, choose } = view,
    [, layers, heads] = data.weights.shape;
  /** @type {(layer: number, head: number) => void} */
  const pick = (layer, head) => choose({ layer, head }, "head", [layer + 1, head + 1]);
  const walk = onKey(
    (key) => movedOver([now.layer, now.head], key, [layers, heads], { around: true }),
    ([layer, head]) => pick(layer, head),
  );
  return html`<div class="grid" role="radiogroup" aria-label=${t("Layer and head")} @keydown=${walk}
    style="grid-template-columns: repeat(${heads}, minmax(0, 1fr))">${times(layers, (layer) =>
      times(heads, (head) => {
        const name = t("Layer {layer}, head {head}", { layer: layer + 1, head: head + 1 });
        const on = layer === now.layer && head === now.head;
        return html`<button type="button" role="radio" aria-label=${name} title=${name}
          aria-checked=${on} tabindex=${on ? 0 : -1} @click=${() => pick(layer, head)}
          ><canvas .painting=${map(view, layer, head)}></canvas></button>`;
      }),
    )}</div>`;
}

/** @type {(view: Film, layer: number, head: number) => Painting} */
const map = ({ data: { weights }, now: { frame }, colours }, layer, head) => ({
  of: [weights, frame, layer, head, colours],
  paint: (canvas) => dots(canvas, slice(unpack(weights), frame, layer, head), colours.attention),
});

/** @type {(tokens: Label[]) => unknown[]} */
const names = (tokens) =>
  tokens.map(
    ({ text, special, lang }) => html`<span class=${special ? "special" : ""} lang=${ifAny(lang)}
      translate="no">${text}</span>`,
  );
