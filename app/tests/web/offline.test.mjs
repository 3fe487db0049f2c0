// After one visit the workbench needs no network any more, and still gets new versions.

import assert from "node:assert/strict";
import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { suite } from "./suite.mjs";
import { Workbench, until } from "./workbench.mjs";

const test = suite("webgpu");

// Waits until all files are kept and the tab would get them from there.
function isReadyForOffline(workbench) {
  return until("the files are kept", () =>
    workbench.page.evaluate(async () => {
      const registration = await navigator.serviceWorker.getRegistration();
      return registration?.active?.state === "activated" && navigator.serviceWorker.controller !== null;
    }),
  );
}

test("it opens while the server is gone", async ({ context, serveFor }) => {
  const site = await serveFor();
  const workbench = await Workbench.open(context, site.url);
  await isReadyForOffline(workbench);
  const online = await workbench.stillPicture();
  await site.stop();
  const answers = await fetch(site.url).then(() => true, () => false);
  assert.equal(answers, false, "the server is gone");
  await workbench.reload();
  await workbench.samePicture(online);
  // A link that somebody kept, and the file by its name.
  await workbench.go("index.html");
  await workbench.samePicture(online);
  return workbench;
});

test("only files of the folder are kept, all of one version", async ({ site, context }) => {
  const workbench = await Workbench.open(context, site.url);
  await isReadyForOffline(workbench);
  const kept = await workbench.page.evaluate(async () => {
    const names = await caches.keys();
    const caches_ = await Promise.all(names.map((name) => caches.open(name)));
    const requests = await Promise.all(caches_.map((cache) => cache.keys()));
    return { names, urls: requests.flat().map((request) => request.url) };
  });
  assert.equal(kept.names.length, 1, kept.names.join(", "));
  assert.ok(kept.urls.includes(site.url), "the page itself");
  for (const name of ["warpbench.js", "warpbench_bg.wasm", "worker.js"]) {
    assert.ok(kept.urls.includes(site.url + name), name);
  }
  assert.ok(kept.urls.every((url) => url.startsWith(site.url)), kept.urls.join(" "));
  return workbench;
});

test("a new version is taken with the next visit", async ({ context, serveFor }) => {
  const folder = await mkdtemp(join(tmpdir(), "warpbench-web-"));
  await cp(process.env.WARPBENCH_WEB, folder, { recursive: true });
  const site = await serveFor(folder);
  const workbench = await Workbench.open(context, site.url);
  await isReadyForOffline(workbench);
  // Nothing changes while somebody works, even if it is there already.
  await publish(folder, "Newer");
  await workbench.page.evaluate(async () => {
    window.isTheSamePage = true;
    await (await navigator.serviceWorker.getRegistration()).update();
  });
  await until("the new version is fetched", () =>
    workbench.page.evaluate(async () => (await navigator.serviceWorker.getRegistration()).waiting !== null),
  );
  assert.ok(await workbench.page.evaluate(() => window.isTheSamePage), "the page was loaded again");
  await isShownAfterVisits(workbench, "Newer");
  // Visits find it by themselves as well.
  await publish(folder, "Newest");
  await isShownAfterVisits(workbench, "Newest");
  const names = await workbench.page.evaluate(() => caches.keys());
  assert.equal(names.length, 1, names.join(", "));
  await rm(folder, { recursive: true });
  return workbench;
});

// Puts a version with this title in the place of the one that is served. The file that
// browsers compare comes last, so that they find all of it.
async function publish(folder, title) {
  await replace(join(folder, "index.html"), /<title>[^<]*<\/title>/, `<title>${title}</title>`);
  await replace(join(folder, "offline.js"), /const VERSION = "[^"]*"/, `const VERSION = "${title}"`);
}

// Visits until the version with this title is shown. One visit may fetch it and the next
// one take it; on a quick machine one does both, and a browser that is busy may count
// the page that was left for a while, and then the old version stays once more.
async function isShownAfterVisits(workbench, title) {
  await until(`${title} is shown`, async () => {
    try {
      await workbench.reload();
      return (await workbench.page.title()) === title;
    } catch (error) {
      // A page that loads itself once more is in no state to be asked anything.
      assert.match(String(error), /context was destroyed|detached|navigat/i);
      return false;
    }
  });
}

async function replace(path, old, now) {
  const text = await readFile(path, "utf8");
  assert.match(text, old);
  await writeFile(path, text.replace(old, now));
}
