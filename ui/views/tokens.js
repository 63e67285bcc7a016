// A row of tokens of which one is chosen, or none where the page's choice lies beyond them. Arrow
// keys move, as in any group of radio buttons.

import { announce } from "./library/choices.js";
import { defineView, ifAny } from "./library/define.js";
import { moved, onKey } from "./library/keys.js";
import { classesOf } from "./library/tokens.js";
import { html } from "./vendor/lit-html.js";

/** @import { View } from "./library/define.js" */
/** @import { TokensData, TokensEvents } from "./data.d.ts" */

export default defineView(
  "tokens",
  { chosen: ({ tokens }) => tokens },
  render,
  (heard, { key }) => ({ chosen: heard[/** @type {"word"} */ (key)] }),
);

/** @param {View<TokensData, {chosen: number}, TokensEvents>} view */
function render({ data: { key, label, tokens }, now: { chosen }, choose, root }) {
  const entry = tokens[chosen] ? chosen : 0; // where the keyboard enters
  /** @type {(place: number) => void} */
  const pick = (place) => {
    choose({ chosen: place }, "pick", place + 1);
    announce({ [key]: place });
  };
  requestAnimationFrame(() => keepInSight(root));
  return html`<span class="caption" id="${key}-caption">${label}</span>
    <div role="radiogroup" aria-labelledby="${key}-caption" @keydown=${onKey(
      (name) => moved(entry, name, tokens.length, { around: true }),
      pick,
    )}>
      ${tokens.map(
        (token, i) => html`<button type="button" role="radio" translate="no"
          class=${classesOf("chip", token, tokens[i + 1])} lang=${ifAny(token.lang)}
          aria-checked=${i === chosen} tabindex=${i === entry ? 0 : -1}
          @click=${() => pick(i)}>${token.text}</button>`,
      )}
    </div>`;
}

/**
 * Where there are many tokens, scroll their box, and not the page, to the chosen one.
 *
 * @type {(root: HTMLElement) => void}
 */
function keepInSight(root) {
  /** @type {HTMLElement | null} */
  const chip = root.querySelector('[aria-checked="true"]');
  const group = chip?.parentElement;
  if (!chip || !group) return;
  const top = chip.offsetTop - group.offsetTop,
    bottom = top + chip.offsetHeight + 2;
  if (top < group.scrollTop) group.scrollTop = top;
  else if (bottom > group.scrollTop + group.clientHeight)
    group.scrollTop = bottom - group.clientHeight;
}
