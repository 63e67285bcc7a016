// A view as one function of its data and of what is chosen: a template, drawn anew at each change.

import { noChange, nothing, render } from "../vendor/lit-html.js";
import { followControls, listen, makeExchange } from "./choices.js";
import { palette } from "./colours.js";
import { atNewWidth } from "./dom.js";

/** @import { Exchange } from "./choices.js" */
/** @import { Palette } from "./colours.js" */

/**
 * What a view draws from. Now has what the server chose last or the visitor since, by the names
 * of the data, and what only the browser knows, such as a cell that is pointed at.
 *
 * @template Data, Now, Events
 * @typedef {object} View
 * @property {Data & {langs: Langs}} data
 * @property {Now} now
 * @property {HTMLElement} root
 * @property {number} width of the node, when the data or a new width came: to ask it anew while
 *   drawing, the browser would have to style and lay out all that has just changed
 * @property {Palette} colours of the theme
 * @property {(change: Partial<Now>) => void} set draw with another choice, which nobody is told
 * @property {(name: string, of: unknown[], make: () => unknown) => unknown} keep a part of the
 *   template as it is, unless something that it is made of is another
 * @property {<Made>(name: string, make: () => Made) => Made} once what is made when it is first
 *   asked for, such as a player
 * @property {<Name extends keyof Events>(change: Partial<Now>, event: Name,
 *   message: Events[Name], delay?: number) => void} choose the same, and tell the server; of
 *   several such events within a delay, the last
 */

/**
 * What another view announced, as a choice of this one.
 *
 * @template Now
 * @typedef {{[Name in keyof Now]?: Now[Name] | undefined}} Heard
 */

/**
 * A picture of one pixel for each number: it is painted where it differs in what it is made of.
 *
 * @typedef {{of: unknown[], paint: (canvas: HTMLCanvasElement) => void}} Painting
 */

/**
 * Return a view. The library owns what all views share: what the server says that is older than
 * what a visitor chose changes nothing; the focus stays in the group whose nodes are exchanged, and
 * on the radio button that is chosen; a new width or theme draws anew.
 *
 * @template {object} Data
 * @template {object} Now
 * @template {object} Events
 * @param {string} name the class of its node
 * @param {Record<string, (data: Data) => unknown>} choices the names in the data of what can be
 *   chosen, and what each is chosen among: in another sentence, the server's choice counts
 * @param {(view: View<Data, Now, Events>) => unknown} template
 * @param {(heard: Choice, data: Data) => Heard<Now>} [hear] what other views announce
 * @returns {(call: ViewCall<Data>) => void}
 */
export function defineView(name, choices, template, hear) {
  /** @type {WeakMap<Element, (call: ViewCall<Data>) => void>} */
  const drawn = new WeakMap();
  return (call) => {
    const root = call.parentElement.querySelector(`.${name}`);
    const draw = drawn.get(root) ?? begin(root, choices, template, hear);
    drawn.set(root, draw);
    draw(call);
  };
}

/**
 * Begin to draw in a node; return what takes each data that the server sends.
 *
 * @template {object} Data
 * @template {object} Now
 * @template {object} Events
 * @param {HTMLElement} root
 * @param {Record<string, (data: Data) => unknown>} choices
 * @param {(view: View<Data, Now, Events>) => unknown} template
 * @param {(heard: Choice, data: Data) => Heard<Now>} [hear]
 * @returns {(call: ViewCall<Data>) => void}
 */
function begin(root, choices, template, hear) {
  /** @type {Record<string, {exchange: Exchange, among: string}>} */
  const known = {};
  /** @type {ViewCall<Data>["setTriggerValue"]} */
  let tell;
  /**
   * What waits to be told, by event.
   *
   * @type {Record<string, {timer: ReturnType<typeof setTimeout>, change: Partial<Now>}>}
   */
  const waiting = {};
  const view = /** @type {View<Data, Now, Events>} */ ({ root, now: {} });
  let drawing = false;
  const redraw = () => {
    if (drawing) return queueMicrotask(redraw); // a node that has just left lost the focus
    const held = root.contains(document.activeElement) ? document.activeElement : null,
      group = held?.closest("[role=radiogroup]") ?? held?.parentElement;
    drawing = true;
    try {
      render(template(view), root);
    } finally {
      drawing = false;
    }
    for (const canvas of root.querySelectorAll("canvas")) paint(canvas);
    if (group) focusAgain(root, group);
    return undefined;
  };
  /** @type {(change: Partial<Now>) => void} */
  const note = (change) => {
    for (const [one, value] of Object.entries(change)) {
      known[one]?.exchange.told(JSON.stringify(value));
    }
    view.set(change);
  };
  /** @type {Record<string, unknown[]>} */
  const made = {};
  view.keep = (name, of, make) => {
    if (isSame(of, made[name])) return noChange;
    made[name] = of;
    return make();
  };
  /** @type {Record<string, any>} */
  const held = {};
  view.once = (name, make) => (held[name] ??= make());
  view.set = (change) => {
    Object.assign(view.now, change);
    redraw();
  };
  view.choose = (change, event, message, delay = 0) => {
    const name = String(event),
      before = waiting[name];
    clearTimeout(before?.timer);
    // What this replaces before it was told gets no answer.
    for (const [one, value] of Object.entries(before?.change ?? {})) {
      if (one in change) known[one]?.exchange.unsaid(JSON.stringify(value));
    }
    note(change);
    const go = () => {
      delete waiting[name];
      tell(name, message);
    };
    const all = { ...before?.change, ...change };
    if (delay) waiting[name] = { timer: setTimeout(go, delay), change: all };
    else go();
  };
  atNewWidth(root, () => {
    view.width = root.clientWidth;
    redraw();
  });
  followControls();
  return ({ data, setTriggerValue }) => {
    tell = setTriggerValue;
    Object.assign(view, { data, colours: palette(root), width: root.clientWidth });
    for (const [one, list] of Object.entries(choices)) {
      const sent = /** @type {Record<string, unknown>} */ (data)[one];
      const among = JSON.stringify(list(data));
      const fresh = known[one]?.among !== among;
      if (fresh) known[one] = { among, exchange: makeExchange() };
      if (known[one].exchange.news(JSON.stringify(sent))) Object.assign(view.now, { [one]: sent });
    }
    if (hear) {
      listen(root, (heard) => {
        const now = /** @type {Record<string, unknown>} */ (view.now);
        const change = Object.entries(hear(heard, data)).filter(
          ([one, value]) => value !== undefined && value !== now[one],
        );
        if (change.length) note(/** @type {Partial<Now>} */ (Object.fromEntries(change)));
      });
    }
    redraw();
  };
}

/** @type {(of: unknown[], before: unknown[] | undefined) => boolean} */
const isSame = (of, before) => of.every((one, i) => one === before?.[i]);

/** @type {(canvas: HTMLCanvasElement & {painting?: Painting, painted?: unknown[]}) => void} */
function paint(canvas) {
  const { painting, painted } = canvas;
  if (!painting || isSame(painting.of, painted)) return;
  painting.paint(canvas);
  canvas.painted = painting.of;
}

/**
 * The keyboard goes on from the chosen button of its group, also where that is another node now;
 * in a group without a choice from its last one, if the one that had the focus has left.
 *
 * @type {(root: HTMLElement, group: Element) => void}
 */
function focusAgain(root, group) {
  const now = document.activeElement,
    gone = !root.contains(now);
  if (!gone && !now?.matches("[role=radio]")) return;
  const there = root.contains(group) ? group : root;
  const last = gone && there === group ? [...group.querySelectorAll("button")].at(-1) : null;
  /** @type {HTMLElement | null | undefined} */
  const chosen = there.querySelector('[role=radio][aria-checked="true"]') ?? last;
  if (chosen !== now) chosen?.focus({ preventScroll: true });
}

/**
 * A message whose gaps hold templates: gaps(t("{token} is read."), { token: html`<b>…</b>` }).
 *
 * @param {string} message its gaps still there
 * @param {Record<string, unknown>} parts
 */
export const gaps = (message, parts) =>
  message.split(/\{(\w+)\}/).map((text, i) => (i % 2 ? parts[text] : text));

/** What an attribute holds, or none where there is nothing to say. */
export const ifAny = (/** @type {unknown} */ value) => value ?? nothing;
