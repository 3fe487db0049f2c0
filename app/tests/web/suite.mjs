// What all files with tests share: one server and one browser for each, and a tab for
// every test, which has to be clean in the end.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { openBrowser, serve, watch } from "./site.mjs";

const LONGEST_MS = 600_000;

// A function that defines a test. Its body is given the site, `serveFor`, which serves
// another folder or the same one elsewhere while the test lasts, and `context`, which
// tabs live in; it returns the workbench that it used.
export function suite(graphics) {
  let site, watcher, browser;
  before(async () => {
    site = await serve();
    watcher = await watch();
    browser = await openBrowser(graphics);
  });
  after(async () => {
    await browser?.close();
    watcher?.close();
    await site?.stop();
  });
  return (name, body) =>
    test(`${graphics}: ${name}`, { timeout: LONGEST_MS }, async () => {
      const context = await browser.createBrowserContext({ proxyServer: watcher.address });
      const others = [];
      const serveFor = async (folder) => {
        const other = await serve(folder);
        others.push(other);
        return other;
      };
      try {
        const workbench = await body({ site, serveFor, context });
        await workbench.assertClean();
      } finally {
        await context.close();
        // A server that is left would keep this process from ending.
        await Promise.all(others.map((other) => other.stop()));
      }
      assert.deepEqual(watcher.strangers, [], "nobody else is asked for anything");
    });
}
