// A browser that translates the page leaves code, formulas, pictures and texts of the model alone.
//
// Views say it of their own tokens as they make them; here it is said of what Streamlit draws.

/** Names of code and of tensors, formulas, the letters of pictures, texts that name a language. */
const DATA = "code, pre, svg, .katex, .shapes, [lang]";

/** What remarks quote are words of the visitor or of the model, with the marks of any language. */
const REMARKS = ".stHtml";
const QUOTED = /„[^“]+“|“[^”]+”|«[^»]+»/;
const OPENED = /[„“«]\s?$/;

/** @type {(node: Element) => void} */
const leave = (node) => node.setAttribute("translate", "no");

/** Mark them as they come: before anybody can have translated them. */
export function leaveDataUntranslated() {
  mark(document.body);
  new MutationObserver((changes) => {
    for (const node of changes.flatMap(({ addedNodes }) => [...addedNodes]))
      if (node instanceof Element) mark(node);
  }).observe(document.body, { childList: true, subtree: true });
}

/** @type {(node: Element) => void} */
function mark(node) {
  if (node.matches(DATA)) leave(node);
  node.querySelectorAll(DATA).forEach(leave);
  const remarks = node.closest(REMARKS) ? [node] : [...node.querySelectorAll(REMARKS)];
  remarks.forEach(leaveQuotations);
}

/**
 * Streamlit writes the HTML of a remark as a whole, and keeps none of its texts.
 *
 * @param {Element} remark
 */
function leaveQuotations(remark) {
  for (const strong of remark.querySelectorAll("b"))
    if (OPENED.test(strong.previousSibling?.textContent ?? "")) leave(strong);
  const texts = document.createTreeWalker(remark, NodeFilter.SHOW_TEXT);
  for (const text of /** @type {Text[]} */ ([...all(texts)])) {
    if (text.parentElement?.closest("[translate=no], style")) continue;
    for (let rest = text, found; (found = QUOTED.exec(rest.data)); ) {
      const quoted = rest.splitText(found.index);
      rest = quoted.splitText(found[0].length);
      const kept = document.createElement("bdi"); // of another language, perhaps of another script
      leave(kept);
      quoted.replaceWith(kept);
      kept.append(quoted);
    }
  }
}

/** @type {(walker: TreeWalker) => Generator<Node>} */
function* all(walker) {
  for (let node = walker.nextNode(); node; node = walker.nextNode()) yield node;
}
