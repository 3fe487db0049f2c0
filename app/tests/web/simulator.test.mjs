// The simulator computes in a browser what it computes on this machine, to the last digit.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";

import { Requester, NativeRequester } from "./requester.mjs";
import { suite } from "./suite.mjs";
import { Workbench } from "./workbench.mjs";

const test = suite("webgpu");

// Asks both the same, and compares.
async function compare(workbench, requests) {
  const [there, here] = [await Requester.open(workbench, "simulator"), new NativeRequester()];
  for (const request of requests) {
    const [[inBrowser], [native]] = [(await there.ask(request)).said, (await here.ask(request)).said];
    assert.equal(inBrowser, native, JSON.stringify(request));
    assert.equal(JSON.parse(native).checked, true, `${JSON.stringify(request)}: ${native}`);
  }
  here.close();
}

test("texts that nest deeply, and sizes that fill no block", async ({ site, context }) => {
  const workbench = await Workbench.open(context, site.url);
  const lines = readFileSync(new URL("requests.jsonl", import.meta.url), "utf8").trim().split("\n");
  await compare(workbench, lines.map((line) => JSON.parse(line)));
  return workbench;
});

test("every kernel at its lesson's size, in both languages", async ({ site, context }) => {
  const workbench = await Workbench.open(context, site.url);
  const [there, here] = [await Requester.open(workbench, "simulator"), new NativeRequester()];
  const [list] = (await here.ask({ kernels: {} })).said;
  here.close();
  assert.deepEqual((await there.ask({ kernels: {} })).said, [list], "both have the same kernels");
  const kernels = JSON.parse(list);
  const requests = kernels.flatMap(({ variant, size }) =>
    ["rust", "wgsl"].map((language) => ({ simulate: { variant, language, size } })),
  );
  await compare(workbench, requests);
  return workbench;
});
