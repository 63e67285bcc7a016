// The menu is longer than many a window: the line of this page is brought into view.

let shown = ""; // address of the page whose line was

/** Scroll the menu, once for each page and each time that it is opened, to where one is. */
export function showPlaceInMenu() {
  /** @type {HTMLElement | null} */
  const menu = document.querySelector("[data-testid=stSidebar]");
  const here = menu?.querySelector("[data-testid=stSidebarNavLink][aria-current=page]");
  const place = here && menu?.dataset.collapsed === "false" ? location.pathname : "";
  if (place && place !== shown) here?.scrollIntoView({ block: "nearest" });
  shown = place;
}
