// A connection that broke: the page goes on by itself when it is back.

import { halfTyped, keepHalfTyped } from "./half_typed.js";

/**
 * Streamlit tells visitors in English to start it in their terminal, and lets them do nothing else
 * meanwhile. What they read is in the page's HTML, in their language: ui/frame/server.py.
 */
const closeDialog = () => {
  /** @type {HTMLElement | null} */
  const close = document.querySelector("[data-testid=stDialog] button");
  close?.click();
};

/** A server that began anew does not know this page: it begins again from its address. */
export function followServer() {
  /** @type {HTMLElement | null} */
  const app = document.querySelector("[data-testid=stApp]");
  if (!app) return;
  const connected = () => app.dataset.testConnectionState === "CONNECTED";
  let was = connected(),
    typed = "";
  new MutationObserver(async () => {
    const [before, now] = [was, connected()];
    was = now;
    if (before && !now) typed = halfTyped(); // a new server's first answer draws the field anew
    if (before || !now) return;
    const known = await fetch(new URL(`_visit/${window.glassSession}`, document.baseURI));
    if (known.status !== 404) return;
    keepHalfTyped(typed);
    location.reload();
  }).observe(app, { attributes: true, attributeFilter: ["data-test-connection-state"] });
  new MutationObserver(() => {
    if (!connected()) closeDialog();
  }).observe(document.body, { childList: true });
}
