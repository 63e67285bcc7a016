// Going to another page.

/**
 * The menu's own link to the page at an address.
 *
 * @param {string} pathname
 * @returns {HTMLAnchorElement | undefined}
 */
export function menuEntry(pathname) {
  /** @type {NodeListOf<HTMLAnchorElement>} */
  const links = document.querySelectorAll('[data-testid="stSidebarNavLink"]');
  return [...links].find((entry) => new URL(entry.href).pathname === pathname);
}

/**
 * Go to another page as the menu does, keeping the session; the link itself is the fallback.
 *
 * @param {MouseEvent} event
 * @param {{href: string}} link
 */
export function follow(event, link) {
  if (event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
  const entry = menuEntry(new URL(link.href).pathname);
  if (!entry) return;
  event.preventDefault();
  entry.click();
}

/**
 * A link for others to what is seen now, without what the visitor did. Sentence and languages stand
 * in it also where a page without any would show them: what a page shows at first may be another
 * one some day, and another browser speaks another language.
 */
export function exactLink() {
  const link = new URL(location.href);
  for (const name of window.glassOwn ?? []) link.searchParams.delete(name);
  for (const [name, value] of Object.entries(window.glassSaid ?? {}))
    if (!link.searchParams.has(name)) link.searchParams.set(name, value);
  return link.href;
}
