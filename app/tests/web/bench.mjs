// How long it takes until the workbench is seen, and how fast its simulator is beside the
// one of this machine, on one core. `cargo xtask web --bench` runs it.

import { Requester, NativeRequester } from "./requester.mjs";
import { openBrowser, serve } from "./site.mjs";
import { Workbench } from "./workbench.mjs";

const VISITS = 5;
const FIRST_PICTURE_BAR_S = 3;

const ROUNDS = 5;
const SLOWER_BAR = 3;

// Floats and integers, global and shared memory, barriers, divergence, atomics.
const WORK = [
  ["vecadd", [1 << 18]],
  ["reduce_interleaved_divergent", [1 << 18]],
  ["reduce_sequential", [1 << 18]],
  ["transpose_naive", [512, 512]],
  ["matmul_tiled", [128, 128, 128]],
  ["histogram_shared", [1 << 17]],
];

const site = await serve();
const browser = await openBrowser("webgpu");
await tellFirstPictures();
await tellSimulator();
await browser.close();
await site.stop();

async function tellFirstPictures() {
  const seconds = [];
  for (let visit = 0; visit < VISITS; visit += 1) {
    // Nobody has been here before.
    const context = await browser.createBrowserContext();
    const workbench = await Workbench.open(context, site.url);
    const milliseconds = await workbench.page.evaluate(
      () => performance.getEntriesByName("first picture")[0].startTime,
    );
    seconds.push(milliseconds / 1000);
    await context.close();
  }
  const all = seconds.map((time) => time.toFixed(2)).join(", ");
  console.log(`first picture: ${median(seconds).toFixed(2)} s in the middle of ${VISITS} visits (${all}); bar ${FIRST_PICTURE_BAR_S} s`);
}

async function tellSimulator() {
  const workbench = await Workbench.open(await browser.createBrowserContext(), site.url);
  const [there, here] = [await Requester.open(workbench, "simulator"), new NativeRequester()];
  console.log(`${"simulator, on one core".padEnd(34)}${"browser".padStart(10)}${"native".padStart(10)}${"ratio".padStart(8)}`);
  const ratios = [];
  for (const [variant, size] of WORK) {
    const request = { simulate: { variant, language: "rust", size } };
    const seconds = { browser: [], native: [] };
    for (let round = 0; round < ROUNDS; round += 1) {
      seconds.browser.push(checked(await there.ask(request)));
      seconds.native.push(checked(await here.ask(request)));
    }
    const [slow, fast] = [Math.min(...seconds.browser), Math.min(...seconds.native)];
    ratios.push(slow / fast);
    const times = [slow, fast].map((time) => `${time.toFixed(3)} s`.padStart(10)).join("");
    console.log(`${`${variant} ${size}`.padEnd(34)}${times}${(slow / fast).toFixed(2).padStart(8)}`);
  }
  here.close();
  const mean = Math.exp(ratios.reduce((sum, ratio) => sum + Math.log(ratio), 0) / ratios.length);
  console.log(`slower by ${mean.toFixed(2)} in the geometric mean, ${Math.max(...ratios).toFixed(2)} at most; bar ${SLOWER_BAR}`);
}

// How long an answer took, which must be a right one.
function checked({ said, seconds }) {
  if (JSON.parse(said[0]).checked !== true) throw new Error(said[0].slice(0, 400));
  return seconds;
}

function median(numbers) {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)];
}
