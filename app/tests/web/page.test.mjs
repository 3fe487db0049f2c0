// What the page says while the workbench is loaded, and where it cannot run.

import assert from "node:assert/strict";

import { suite } from "./suite.mjs";
import { Workbench, until } from "./workbench.mjs";

const test = suite("webgpu");

// Ways to break a browser before the page is loaded, and what the page has to say.
const BROKEN = [
  ["without WebAssembly", () => { delete globalThis.WebAssembly; }, /cannot run WebAssembly/, /current Firefox/],
  [
    "without graphics",
    () => {
      Object.defineProperty(navigator, "gpu", { value: undefined });
      HTMLCanvasElement.prototype.getContext = () => null;
    },
    /no graphics/,
    /hardware acceleration/,
  ],
  [
    "without the program",
    () => {
      const { fetch } = globalThis;
      const gone = () => Promise.resolve(new Response("", { status: 404 }));
      globalThis.fetch = (url, ...rest) => (String(url).endsWith(".wasm") ? gone() : fetch(url, ...rest));
    },
    /could not be loaded/,
    /the server says 404/,
  ],
];

for (const [name, breaks, title, next] of BROKEN) {
  test(name, async ({ site, context }) => {
    const workbench = await Workbench.prepare(context, site.url);
    await workbench.page.evaluateOnNewDocument(breaks);
    await workbench.page.goto(site.url);
    const words = await until("words", () => workbench.failure());
    assert.match(words, title);
    assert.match(words, next);
    await workbench.page.goto("about:blank");
    return workbench;
  });
}

test("when it panics", async ({ site, context }) => {
  const workbench = await Workbench.open(context, site.url);
  // As a program ends that panics: with words on the console, then with an error.
  await workbench.page.evaluate(() => {
    console.error("panicked at lesson.rs:1: there is no such rung");
    dispatchEvent(new ErrorEvent("error", { error: new WebAssembly.RuntimeError("unreachable") }));
  });
  const words = await until("words", () => workbench.failure());
  assert.match(words, /has stopped/);
  assert.match(words, /is kept in this browser/);
  assert.match(words, /there is no such rung/);
  assert.equal(workbench.complaints.splice(0).length, 1);
  await workbench.page.goto("about:blank");
  return workbench;
});

test("while it is loaded", async ({ site, context }) => {
  const workbench = await Workbench.prepare(context, site.url);
  await workbench.page.evaluateOnNewDocument(() => {
    globalThis.said = [];
    const look = () => {
      const bytes = document.getElementById("loading-bytes")?.textContent;
      if (bytes && said.at(-1) !== bytes) said.push(bytes);
    };
    new MutationObserver(look).observe(document, { childList: true, subtree: true });
  });
  await workbench.go();
  const said = await workbench.page.evaluate(() => globalThis.said);
  const [, done, whole] = said.at(-1).match(/^([\d.]+) of ([\d.]+) MB$/);
  assert.equal(done, whole, "the program is as long as the page thought");
  return workbench;
});
