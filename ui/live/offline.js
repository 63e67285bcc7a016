// The service worker of the live edition: after one visit, all of it needs no network any more.

const PAGES = "glass-{version}", // of this very site
  FILES = "glass-files"; // what is named by what it holds: of any
const SITE = ["{files}"]; // paths of all that there is
const FOR_EVER = /\/live\/[^/]+\.[0-9a-f]{12}\.[^/]+$/;

/** @type {(path: string) => string} */
const cacheOf = (path) => (FOR_EVER.test(path) ? FILES : PAGES);

/** @type {(event: any) => Promise<Response>} */
async function answer(event) {
  const { request } = event;
  const { pathname } = new URL(request.url);
  const cache = await caches.open(cacheOf(pathname));
  const whole = new URL(pathname.replace(/\/$/, "/index.html"), location.href);
  const kept = await cache.match(whole);
  if (kept && FOR_EVER.test(pathname)) return kept;
  try {
    const found = await fetch(request);
    if (found.ok) event.waitUntil(cache.put(whole, found.clone()));
    return found;
  } catch (error) {
    if (kept) return kept;
    throw error;
  }
}

/** Fetch what is not kept yet. */
async function keepAll() {
  for (const path of SITE) {
    const url = new URL(path, location.href);
    const cache = await caches.open(cacheOf(url.pathname));
    if (!(await cache.match(url))) await cache.add(url);
  }
}

/** Throw away what an older site left. */
async function clean() {
  for (const name of await caches.keys())
    if (name.startsWith("glass-") && name !== PAGES && name !== FILES) await caches.delete(name);
  const files = await caches.open(FILES);
  for (const request of await files.keys())
    if (!SITE.some((path) => new URL(path, location.href).href === request.url))
      await files.delete(request);
  await /** @type {any} */ (self).clients.claim();
}

self.addEventListener("install", (/** @type {any} */ event) => {
  /** @type {any} */ (self).skipWaiting();
  event.waitUntil(keepAll());
});
self.addEventListener("activate", (/** @type {any} */ event) => event.waitUntil(clean()));
self.addEventListener("fetch", (/** @type {any} */ event) => {
  const { request } = event;
  if (request.method === "GET" && new URL(request.url).origin === location.origin)
    event.respondWith(answer(event));
});
