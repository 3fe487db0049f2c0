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

addEventListener("message", (event) => {
  const takeOver = async () => {
    // Another tab that runs the old version may still load parts of it.
    const tabs = await clients.matchAll({ type: "window", includeUncontrolled: true });
    const ours = tabs.filter((tab) => tab.url.startsWith(registration.scope));
    if (ours.length === 1) await skipWaiting();
  };
  if (event.data === "take over") event.waitUntil(takeOver());
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
