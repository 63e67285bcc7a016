// The address of the view: a button copies it, and Back leads to the page before. (Streamlit would
// add a step back for each bound widget, and forget layer and word on the way.)
const LINK = "M10 14a4 4 0 0 0 6 0l4-4a4 4 0 0 0-6-6l-1 1M14 10a4 4 0 0 0-6 0l-4 4a4 4 0 0 0 6 6l1-1";
const DONE = "M5 12l5 5L19 7";

function oneEntryForEachPage() {
  if (window.glassHistory) return;
  window.glassHistory = true;
  const [push, replace] = [history.pushState.bind(history), history.replaceState.bind(history)];
  let { pathname, search } = location; // of the page that is drawn
  let returning = false;

  history.replaceState = (...entry) => {
    replace(...entry);
    ({ pathname, search } = location);
  };
  history.pushState = (state, title, url) => {
    const samePage = new URL(url ?? "", location.href).pathname === location.pathname;
    (samePage || returning ? replace : push)(state, title, url);
    returning &&= samePage;
    ({ pathname, search } = location);
  };
  // Back and Forward go through the menu, too, and take the choices of the page that is left along.
  addEventListener("popstate", (event) => {
    const entry = menuEntry(location.pathname);
    if (!entry || location.pathname === pathname) return;
    event.stopImmediatePropagation();
    replace(event.state, "", pathname + search);
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
