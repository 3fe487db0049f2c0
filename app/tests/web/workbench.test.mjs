// The workbench in a browser, worked by keys as somebody would: what app/tests/window
// does with the native one.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";

import { suite } from "./suite.mjs";
import { DESKTOP, PROJECTOR, Workbench, until } from "./workbench.mjs";

const test = suite("webgpu");

const LAB = "01_first_kernel";
const STARTER = readFileSync(new URL(`../../../assets/labs/${LAB}/starter.rs`, import.meta.url), "utf8");

test("the reduction is stepped through", async ({ site, context }) => {
  const settings = { variant: "reduce_interleaved_divergent" };
  const workbench = await Workbench.open(context, site.url, settings);
  const start = await workbench.stillPicture();
  await workbench.press("PageDown");
  await workbench.remembers({ variant: "reduce_interleaved_strided" });
  await workbench.otherPicture(start);
  await workbench.stepForwardAndBack();
  return workbench;
});

test("a mistake is shown until it is repaired", async ({ site, context }) => {
  const workbench = await Workbench.open(context, site.url, { variant: "reduce_sequential" });
  const lesson = await workbench.stillPicture();
  await workbench.press("e");
  await workbench.otherPicture(lesson);
  await workbench.press("Control+Home");
  const untouched = await workbench.stillPicture();
  // From then on there is something to undo, and the window shows that.
  await workbench.write("@");
  const touched = await workbench.otherPicture(untouched);
  await workbench.press("Backspace");
  const whole = await workbench.otherPicture(touched);
  await workbench.write("@");
  await until("the mistake is kept", () => has(workbench, (text) => text.startsWith("@")));
  const broken = await workbench.otherPicture(whole);
  assert.ok(broken.distance(whole) > 1000, "more is seen than a letter");
  await workbench.press("Backspace");
  await workbench.samePicture(whole);
  return workbench;
});

test("a lab is passed, and found again", async ({ site, context }) => {
  const workbench = await Workbench.open(context, site.url);
  await openLab(workbench);
  // To the line that works without a guard, and a guard before it.
  const line = STARTER.split("\n").findIndex((line) => line.includes("*output.add(i)"));
  await typeAt(workbench, line, "if i >= n as usize { return; } ");
  const guarded = (text) => text.includes("{ return; } ");
  await until("the guard is kept", () => has(workbench, guarded));
  const before = await workbench.stillPicture();
  await workbench.press("Control+Enter");
  await until("all checks pass", async () => {
    const progress = JSON.parse((await workbench.kept("settings/labs.json")) ?? "{}");
    return progress[LAB]?.is_passed;
  });
  await workbench.save("web-lab.png", await workbench.otherPicture(before));
  // What is typed after the next start is added to what was typed before it.
  await workbench.reload();
  await workbench.remembers({ lab: LAB });
  await typeAt(workbench, 0, "// Again. ");
  const both = (text) => text.startsWith("// Again. ") && guarded(text);
  await until("both are kept", () => has(workbench, both));
  return workbench;
});

// What a link says, and what must be remembered once it was followed.
const LINKS = [
  [
    "#rung=reduce_sequential&size=2048&model=rtx-4090&step=40",
    { variant: "reduce_sequential", model: "rtx-4090", sizes: { reduce_sequential: [2048] } },
  ],
  ["#lesson=01-reduction", { variant: "reduce_interleaved_divergent" }],
  [`#lab=${LAB}`, { lab: LAB }],
];

for (const [link, expected] of LINKS) {
  test(`a link is followed: ${link}`, async ({ site, context }) => {
    const workbench = await Workbench.open(context, site.url, { variant: "matmul_tiled" });
    await workbench.go(link);
    await workbench.remembers(expected);
    return workbench;
  });
}

test("a link leads to a step", async ({ site, context }) => {
  const workbench = await Workbench.open(context, site.url);
  await workbench.go("#rung=reduce_sequential&step=40");
  const there = await workbench.stillPicture();
  const start = await workbench.pressUntilDifferent("Home", there);
  assert.ok(start.differsFrom(there));
  return workbench;
});

// Pictures to look at: their settings and keys.
const SHOTS = [
  ["reduction", { variant: "reduce_interleaved_strided" }, ["Control+ArrowRight", "Control+ArrowRight"]],
  ["matmul", { variant: "matmul_tiled", theme: "Light", shown: "Both" }, ["Control+ArrowRight", "Shift+ArrowRight"]],
  ["presenter", { variant: "reduce_interleaved_divergent", is_presenting: true }, ["Control+ArrowRight"]],
];

if (process.env.WARPBENCH_SCREENSHOTS) {
  for (const [name, settings, keys] of SHOTS) {
    for (const size of [PROJECTOR, DESKTOP]) {
      const file = `web-${name}-${size.width}x${size.height}.png`;
      test(`a picture is taken: ${file}`, async ({ site, context }) => {
        const workbench = await Workbench.open(context, site.url, settings, size);
        let last = await workbench.stillPicture();
        for (const key of keys) last = await workbench.pressUntilDifferent(key, last);
        await workbench.save(file, last);
        return workbench;
      });
    }
  }
}

// Opens the lab by its name, as the palette finds it.
async function openLab(workbench) {
  const lessons = await workbench.stillPicture();
  // What is typed before the palette is there would be other commands.
  await workbench.press("Control+k");
  const open = await workbench.otherPicture(lessons);
  await workbench.write("lab first kernel");
  await workbench.otherPicture(open);
  await workbench.press("Enter");
  await workbench.remembers({ lab: LAB });
  await workbench.otherPicture(lessons);
}

// Types at the start of a line of the text.
async function typeAt(workbench, line, words) {
  const before = await workbench.stillPicture();
  await workbench.press("e");
  await workbench.otherPicture(before);
  await workbench.press("Control+Home");
  for (let row = 0; row < line; row += 1) await workbench.press("ArrowDown");
  await workbench.press("Home");
  await workbench.write(words);
}

// Whether a text that was typed fits.
async function has(workbench, fits) {
  return (await workbench.documents()).some(fits);
}
