// Keeps all files of the workbench, so that it opens without a network. Whatever is
// kept is used; a new version is fetched whole beside the old one, and start.js takes
// it with the next visit.
"use strict";

const VERSION = "@VERSION@";
const FILES = "@FILES@";

// Several workbenches may lie in folders of one server.
const PREFIX = `warpbench ${registration.scope} `;
const NAME = PREFIX + VERSION;

addEventListener("install", (event) => {
  const fetchAll = async () => {
    const cache = await caches.open(NAME);
    // The server is asked whether what the browser remembers is still right.
    await cache.addAll(FILES.map((file) => new Request(file, { cache: "no-cache" })));
  };
  event.waitUntil(fetchAll());
});

addEventListener("activate", (event) => {
  const removeOld = async () => {
    const names = await caches.keys();
    const old = names.filter((name) => name.startsWith(PREFIX) && name !== NAME);
    await Promise.all(old.map((name) => caches.delete(name)));
    await clients.claim();
  };
  event.waitUntil(removeOld());
});

// How long a tab that is being closed or loaded again may still be counted.
const LINGERS_MS = 2000;

// Whether a tab other than this one runs the old version, parts of which it may still
// have to load.
async function isElsewhere(tab) {
  const tabs = await clients.matchAll({ type: "window", includeUncontrolled: true });
  return tabs.some((other) => other.id !== tab.id && other.url.startsWith(registration.scope));
}

addEventListener("message", (event) => {
  if (event.data !== "take over") return;
  const takeOver = async () => {
    const start = Date.now();
    while (await isElsewhere(event.source)) {
      if (Date.now() - start > LINGERS_MS) return event.ports[0]?.postMessage("elsewhere");
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    await skipWaiting();
  };
  event.waitUntil(takeOver());
});

addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET" || !request.url.startsWith(registration.scope)) return;
  const answer = async () => {
    const cache = await caches.open(NAME);
    const isPage = request.mode === "navigate" && /\/(index\.html)?$/.test(new URL(request.url).pathname);
    const options = { ignoreSearch: true, ignoreVary: true };
    return (await cache.match(isPage ? "./" : request, options)) ?? fetch(request);
  };
  event.respondWith(answer());
});
