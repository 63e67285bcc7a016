// A view as a page of its own that stays alive: the server has its scripts, the browser its data.

import { catalogueHere, languageHere } from "../library/messages.js";
import { captions } from "./about.js";

/** @import { About, Taken } from "./types.d.ts" */

/**
 * The nodes of a page that stand before a view, and those after it.
 *
 * @type {(root: Element, selector: string) => [Element[], Element[]]}
 */
function around(root, selector) {
  const all = [...document.querySelectorAll(selector)];
  /** @type {(where: number) => Element[]} */
  const those = (where) => all.filter((node) => root.compareDocumentPosition(node) & where);
  return [those(Node.DOCUMENT_POSITION_PRECEDING), those(Node.DOCUMENT_POSITION_FOLLOWING)];
}

/**
 * What to look for, as texts of which some are strong: the last before a view, or else the first.
 *
 * @type {(root: Element) => [text: string | null, strong: boolean][]}
 */
function look(root) {
  const [before, after] = around(root, ".look > span");
  const nodes = (before.at(-1) ?? after[0])?.childNodes ?? [];
  return [...nodes].map((node) => [node.textContent, node.nodeName === "B"]);
}

/** @type {(root: Element) => string | undefined} */
function formula(root) {
  const [, [after]] = around(root, ".katex-display .katex-mathml math");
  const copy = /** @type {Element | undefined} */ (after?.cloneNode(true));
  copy?.querySelector("annotation")?.remove();
  copy?.setAttribute("display", "block");
  return copy?.outerHTML;
}

/**
 * Return a view as the text of an HTML file.
 *
 * @param {Element} root of the view
 * @param {Taken} data what the view was given
 * @param {About} about
 */
export async function livePage(root, data, about) {
  const address = `_file/${data.taken.root}?lang=${languageHere()}`;
  const answer = await fetch(new URL(address, document.baseURI));
  if (!answer.ok) throw Error(`the server has no page for ${data.taken.root}`);
  const { script, asks = [] } = data.taken;
  const kept = window.glassTensors; // what several views of the page read; see tensors.js
  const { version, tensors } = kept?.whole && kept.version === data.version ? kept : {};
  const told = {
    catalogue: catalogueHere(),
    words: about,
    caption: captions(about).map((line) => line.replace(` · ${about.link}`, "")),
    look: look(root),
    formula: formula(root),
    tensors: tensors && { version, tensors },
    views: [{ script, root: data.taken.root, data, asks }],
  };
  const text = JSON.stringify(told).replaceAll("<", "\\u003c");
  return (await answer.text()).replace('id="glass">{}', () => `id="glass">${text}`);
}
