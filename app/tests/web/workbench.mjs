// The workbench in a tab, worked as somebody would: by keys, by what is seen, and by
// what it keeps.

import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

import { Picture } from "./picture.mjs";

// How long anything may take on a busy machine.
const PATIENCE_MS = 180_000;

export const PROJECTOR = { width: 1280, height: 720 };
export const DESKTOP = { width: 1920, height: 1080 };

// Waits until something is there, and says what was missing if it does not come.
export async function until(what, find) {
  const start = Date.now();
  for (;;) {
    const found = await find();
    if (found) return found;
    assert.ok(Date.now() - start < PATIENCE_MS, `waited in vain: ${what}`);
    await sleep(100);
  }
}

export class Workbench {
  // An empty tab.
  static async prepare(context, url, viewport = PROJECTOR) {
    const page = await context.newPage();
    await page.setViewport(viewport);
    return new Workbench(page, url);
  }

  // A tab with the workbench in it, which remembers these settings.
  static async open(context, url, settings = {}, viewport = PROJECTOR) {
    const workbench = await Workbench.prepare(context, url, viewport);
    const remembered = JSON.stringify({ is_tour_known: true, ...settings });
    const { page } = workbench;
    const remember = (text) => localStorage.setItem("warpbench/settings/workbench.json", text);
    const script = await page.evaluateOnNewDocument(remember, remembered);
    await page.goto(url);
    await page.removeScriptToEvaluateOnNewDocument(script.identifier);
    await workbench.waitForPicture();
    return workbench;
  }

  constructor(page, url) {
    this.page = page;
    this.url = url;
    this.complaints = [];
    page.on("console", (message) => {
      if (message.type() === "error") this.complaints.push(`console: ${message.text()}`);
    });
    page.on("pageerror", (error) => this.complaints.push(`error: ${error}`));
    page.on("requestfailed", (request) => {
      const why = request.failure()?.errorText;
      // A page that is left gives up what it was loading.
      if (why !== "net::ERR_ABORTED") this.complaints.push(`request: ${request.url()} ${why}`);
    });
  }

  // Goes to the workbench, or to a place in it, and waits until it is seen.
  async go(link = "") {
    // A change of what is behind the # alone would load nothing.
    await this.page.goto("about:blank");
    await this.page.goto(this.url + link);
    await this.waitForPicture();
  }

  async reload() {
    await this.page.reload();
    await this.waitForPicture();
  }

  async waitForPicture() {
    // Smoothed text alone brings hundreds of shades.
    await until("a picture", async () => {
      const failure = await this.failure();
      assert.equal(failure, null, "the workbench does not start");
      const isLoading = await this.page.evaluate(() => document.getElementById("loading") !== null);
      return !isLoading && (await this.picture()).colours >= 100;
    });
  }

  // What the page says where the workbench cannot run.
  failure() {
    return this.page.evaluate(() => {
      const failure = document.getElementById("failure");
      return failure?.hidden === false ? failure.innerText : null;
    });
  }

  // Presses a key, such as `e` or `Control+ArrowRight`.
  async press(keys) {
    const [key, ...modifiers] = keys.split("+").reverse();
    for (const modifier of modifiers.reverse()) await this.page.keyboard.down(modifier);
    await this.page.keyboard.press(key);
    for (const modifier of modifiers) await this.page.keyboard.up(modifier);
  }

  async write(words) {
    await this.page.keyboard.type(words, { delay: 30 });
  }

  // A file that the workbench keeps, as text.
  kept(path) {
    return this.page.evaluate((key) => localStorage.getItem(key), `warpbench/${path}`);
  }

  // All texts that were typed.
  documents() {
    return this.page.evaluate(() => {
      const paths = Object.keys(localStorage).filter((key) => key.startsWith("warpbench/documents/"));
      return paths.map((path) => localStorage.getItem(path));
    });
  }

  async settings() {
    return JSON.parse((await this.kept("settings/workbench.json")) ?? "{}");
  }

  // Waits until the settings say so, among other things.
  remembers(expected) {
    const [what, ...values] = [expected, ...Object.values(expected)].map((value) => JSON.stringify(value));
    return until(`remembered: ${what}`, async () => {
      const settings = await this.settings();
      return Object.keys(expected).every((key, at) => JSON.stringify(settings[key]) === values[at]);
    });
  }

  async picture() {
    return new Picture(await this.page.screenshot({ captureBeyondViewport: false }));
  }

  // The picture once nothing has moved for a while.
  async stillPicture() {
    let last = await this.picture();
    let since = Date.now();
    return until("the picture comes to rest", async () => {
      const now = await this.picture();
      if (!now.equals(last)) [last, since] = [now, Date.now()];
      return Date.now() - since > 600 ? now : null;
    });
  }

  // The picture once nothing moves any more and it is another one.
  otherPicture(before) {
    return until("another picture", async () => {
      const now = await this.stillPicture();
      return now.differsFrom(before) ? now : null;
    });
  }

  // The picture once it is the same as before.
  samePicture(before) {
    return until("the same picture", async () => {
      const now = await this.stillPicture();
      return now.differsFrom(before) ? null : now;
    });
  }

  // Presses a key until the picture is another one, because what it acts on may
  // still be on its way.
  async pressUntilDifferent(keys, before) {
    for (let time = 0; time < 20; time += 1) {
      await this.press(keys);
      const after = await this.stillPicture();
      if (after.differsFrom(before)) return after;
    }
    assert.fail(`${keys} does nothing`);
  }

  // To the next barrier, once the rung is recorded, to the one behind it, and back.
  // What the background counts may still change pictures before the first of them.
  async stepForwardAndBack() {
    const start = await this.stillPicture();
    const barrier = await this.pressUntilDifferent("Control+ArrowRight", start);
    await this.press("Control+ArrowRight");
    await this.otherPicture(barrier);
    await this.press("Control+ArrowLeft");
    await this.samePicture(barrier);
  }

  // Keeps the picture where pictures are asked for.
  async save(name, picture) {
    const folder = process.env.WARPBENCH_SCREENSHOTS;
    if (folder) await writeFile(join(folder, name), picture.png);
  }

  // Fails if anything went wrong that a user may not have seen.
  async assertClean() {
    assert.equal(await this.failure(), null);
    assert.deepEqual(this.complaints, []);
  }
}
