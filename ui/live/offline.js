// The service worker of the live edition: what was loaded once needs no network any more.

const CACHE = "glass-{version}"; // of this very site
const FOR_EVER = /\/live\/[^/]+$/; // files that are named by what they hold

/** @type {(request: Request) => Promise<Response>} */
async function answer(request) {
  const cache = await caches.open(CACHE);
  const kept = await cache.match(request, { ignoreSearch: true });
  if (kept && FOR_EVER.test(new URL(request.url).pathname)) return kept;
  try {
    const found = await fetch(request);
    if (found.ok) await cache.put(request, found.clone());
    return found;
  } catch (error) {
    if (kept) return kept;
    throw error;
  }
}

/** @type {(event: Event & {waitUntil: (work: Promise<unknown>) => void}) => void} */
function activate(event) {
  // What an older site left goes, but not the files that both have.
  const clean = async () => {
    const now = await caches.open(CACHE);
    for (const name of await caches.keys()) {
      if (name === CACHE || !name.startsWith("glass-")) continue;
      const older = await caches.open(name);
      for (const request of await older.keys()) {
        const found = await older.match(request);
        if (found && FOR_EVER.test(new URL(request.url).pathname)) await now.put(request, found);
      }
      await caches.delete(name);
    }
    await /** @type {any} */ (self).clients.claim();
  };
  event.waitUntil(clean());
}

self.addEventListener("install", () => /** @type {any} */ (self).skipWaiting());
self.addEventListener("activate", /** @type {any} */ (activate));
self.addEventListener("fetch", (/** @type {any} */ event) => {
  const { request } = event;
  if (request.method === "GET" && new URL(request.url).origin === location.origin)
    event.respondWith(answer(request));
});
