// The address of the view: a button copies it, and Back leads to the page before, not through every
// choice that was made on this one (Streamlit would add an entry for each bound widget).
const LINK = "M10 14a4 4 0 0 0 6 0l4-4a4 4 0 0 0-6-6l-1 1M14 10a4 4 0 0 0-6 0l-4 4a4 4 0 0 0 6 6l1-1";
const DONE = "M5 12l5 5L19 7";

function oneEntryForEachPage() {
  if (window.glassHistory) return;
  window.glassHistory = true;
  const [push, replace] = [history.pushState.bind(history), history.replaceState.bind(history)];
  const pathname = (url) => new URL(url, location.href).pathname;
  let shown = location.pathname; // of the page that is drawn
  let leaving = false, returning = false;

  // On its way to another page Streamlit first clears this page's choices from the address. Back
  // should find them, so what it says between the click and the new page is not written down.
  addEventListener("click", (event) => {
    const link = event.target.closest?.("a[href]");
    leaving = Boolean(link) && pathname(link.href) !== location.pathname;
  }, true);

  history.pushState = (state, title, url) => {
    if (pathname(url ?? "") !== location.pathname) {
      (returning ? replace : push)(state, title, url);
      leaving = returning = false;
      shown = location.pathname;
    } else if (!leaving) replace(state, title, url);
  };

  // Back and Forward go through the menu too: Streamlit's own way would forget layer and word.
  addEventListener("popstate", (event) => {
    const entry = menuEntry(location.pathname);
    if (!entry || location.pathname === shown) return;
    event.stopImmediatePropagation();
    replace(event.state, "", shown + location.search);
    returning = true;
    entry.click();
  }, true);
}

export default function ({ parentElement }) {
  oneEntryForEachPage();
  const root = parentElement.querySelector(".address");
  if (root.firstChild) return;
  const name = "Copy a link to exactly this view";
  const button = element("button", { type: "button", title: name, "aria-label": name }, root);
  const icon = svg("svg", { width: 17, height: 17, viewBox: "0 0 24 24", "aria-hidden": "true" }, button);
  const line = svg("path", {
    d: LINK, fill: "none", stroke: "currentColor", "stroke-width": 2, "stroke-linecap": "round",
  }, icon);
  button.onclick = async () => {
    await navigator.clipboard.writeText(location.href);
    line.setAttribute("d", DONE);
    setTimeout(() => line.setAttribute("d", LINK), 1500);
  };
}
