// What is chosen in the two views of the page, and the tensors that they share.

import {
  announce,
  followControls,
  listen,
  makeExchange,
} from "../../../../ui/views/library/choices.js";
import { unpack } from "../../../../ui/views/library/numbers.js";

/** @import { Tensors } from "../../../../ui/views/library/attention.js" */
/** @import { Exchange } from "../../../../ui/views/library/choices.js" */

/** @typedef {Record<keyof Tensors, SentTensor>} Sent */

/**
 * What is chosen, from 0; key -1 is the strongest.
 *
 * @typedef {{word: number, key: number, head: number, divide: boolean}} Now
 */

/**
 * A view's node, and what it keeps from one call to the next.
 *
 * @typedef {HTMLElement & {
 *   sent?: Sent,
 *   tensors: Tensors,
 *   now: Now,
 *   exchanges: Map<keyof Now, Exchange>,
 *   timer: number,
 *   point?: (key: number) => void,
 * }} Root
 */

/** @type {(keyof Tensors)[]} */
const SENT = ["q", "k", "v", "weights", "heads", "visible"];

/** @type {(keyof Now)[]} */
const CHOSEN = ["word", "key", "head", "divide"];

/**
 * Unpack what Python sent; the same text is unpacked once.
 *
 * @param {Root} root
 * @param {Sent} data
 * @returns {Tensors}
 */
export function tensorsOf(root, data) {
  const { sent } = root;
  const same =
    sent &&
    SENT.every(
      (name) =>
        sent[name].data === data[name].data &&
        String(sent[name].shape) === String(data[name].shape),
    );
  if (!same) {
    const tensors = Object.fromEntries(SENT.map((name) => [name, unpack(data[name])]));
    root.tensors = /** @type {Tensors} */ (tensors);
  }
  root.sent = data;
  return root.tensors;
}

/**
 * What is chosen: as Python says, except where a person is ahead of it. `now` has word, key (-1 is
 * the strongest), head and divide; it is returned, and stays the same object.
 *
 * @param {Root} root
 * @param {Sent & Now} data
 * @param {() => void} paint
 * @returns {Now}
 */
export function chosen(root, data, paint) {
  const { word, key, head, divide } = data;
  const now = (root.now ??= { word, key, head, divide });
  const exchanges = (root.exchanges ??= new Map(CHOSEN.map((name) => [name, makeExchange()])));
  // An answer to an older choice may arrive after a newer one was made.
  for (const [name, exchange] of exchanges) {
    if (exchange.news(data[name])) Object.assign(now, { [name]: data[name] });
  }
  const [, queries] = data.q.shape,
    [, keys] = data.k.shape;
  now.word = Math.min(now.word, queries - 1);
  now.key = Math.min(now.key, keys - 1);
  listen(root, (choice) => {
    const changed = CHOSEN.filter((name) => name in choice);
    for (const name of changed) {
      exchanges.get(name)?.told(choice[name]);
      Object.assign(now, { [name]: choice[name] });
    }
    if (changed.length) paint();
    if ("pointed" in choice) root.point?.(choice.pointed);
  });
  followControls();
  return now;
}

/**
 * Choose a cell, here at once and in Python soon after; keys held down are told once.
 *
 * @param {Root} root
 * @param {(name: string, value: unknown) => void} tell
 * @param {Choice} choice
 * @param {number} [delay]
 */
export function choose(root, tell, choice, delay = 0) {
  announce(choice);
  clearTimeout(root.timer);
  const say = () => tell("pick", [root.now.word + 1, root.now.key + 1]);
  if (delay) root.timer = setTimeout(say, delay);
  else say();
}
