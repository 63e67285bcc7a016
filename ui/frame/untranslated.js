// A browser that translates the page leaves code, formulas, pictures and texts of the model alone.
//
// Views say it of their own tokens as they make them; here it is said of what Streamlit draws.

/** Names of code and of tensors, formulas, the letters of pictures, texts that name a language. */
const DATA = "code, pre, svg, .katex, .shapes, [lang]";

/** @type {(node: Element) => void} */
const leave = (node) => node.setAttribute("translate", "no");

/** Mark them as they come: before anybody can have translated them. */
export function leaveDataUntranslated() {
  document.body.querySelectorAll(DATA).forEach(leave);
  new MutationObserver((changes) => {
    for (const node of changes.flatMap(({ addedNodes }) => [...addedNodes])) {
      if (!(node instanceof Element)) continue;
      if (node.matches(DATA)) leave(node);
      node.querySelectorAll(DATA).forEach(leave);
    }
  }).observe(document.body, { childList: true, subtree: true });
}
