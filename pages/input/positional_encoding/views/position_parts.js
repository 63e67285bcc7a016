// What waves and clocks share: the pairs that are shown, headlines.

import { times } from "../../../../ui/views/library/dom.js";
import { html } from "../../../../ui/views/vendor/lit-html.js";

const MANY = 8; // small clocks at most

/**
 * The pairs that are drawn as small clocks: all if they are few, else the faster half in steps.
 *
 * @param {number} pairs
 */
export const clockPairs = (pairs) =>
  times(Math.min(pairs, MANY), (k) =>
    pairs > MANY ? Math.round((k * (pairs - 1)) / 2 / (MANY - 1)) : k,
  );

/** @type {(title: string, hint: string) => unknown} */
export const headline = (title, hint) =>
  html`<div class="headline"><h3>${title}</h3><span class="hint">${hint}</span></div>`;
