// Every kernel of the catalogue on the browser's own device, through WebGPU, and its
// result compared before it is timed.

import assert from "node:assert/strict";

import { Requester } from "./requester.mjs";
import { suite } from "./suite.mjs";
import { Workbench } from "./workbench.mjs";

const test = suite("webgpu");

const LAST_WORDS = ["done", "failed", "found", "described"];

// What an adapter may be too small for, or lack; any other failure is one.
const REFUSALS = ["too_large", "missing_feature"];

// One repeat, so that it is timed as well.
const REPEAT = { samples: 1, budget: { secs: 1, nanos: 0 } };

test("every kernel gives the right result", async ({ site, context }) => {
  const workbench = await Workbench.open(context, site.url);
  const kernels = JSON.parse(
    (await (await Requester.open(workbench, "simulator")).ask({ kernels: {} })).said[0],
  );
  const requester = await Requester.open(workbench, "devices");
  const found = last(await requester.ask({ list: "wgpu" }, LAST_WORDS)).found;
  assert.equal(found?.length, 1, JSON.stringify(found));
  console.log(`  on ${found[0].name}`);
  const refused = [];
  let right = 0;
  for (const { variant, size } of kernels) {
    for (const language of ["catalog", "catalog_rust"]) {
      const job = { [language]: { variant, size, seed: 1 } };
      const answer = last(await requester.ask({ backend: "wgpu", device: 0, job, repeat: REPEAT }, LAST_WORDS));
      const what = `${variant} (${language}): ${JSON.stringify(answer)}`;
      if (answer.failed) {
        assert.ok(REFUSALS.some((reason) => reason in answer.failed), what);
        refused.push(what);
      } else {
        assert.equal(answer.done.checked, true, what);
        right += 1;
      }
    }
  }
  console.log(`  ${right} of ${2 * kernels.length} right`);
  for (const line of refused) console.log(`  refused: ${line}`);
  assert.ok(refused.length * 4 < 2 * kernels.length, "most can be run");
  return workbench;
});

function last({ said }) {
  return JSON.parse(said.at(-1));
}
