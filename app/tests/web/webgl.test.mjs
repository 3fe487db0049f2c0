// Where there is no WebGPU, WebGL 2 draws the same.

import { suite } from "./suite.mjs";
import { Workbench } from "./workbench.mjs";

const test = suite("webgl");

test("the reduction is seen and stepped", async ({ site, context }) => {
  const workbench = await Workbench.open(context, site.url, { variant: "reduce_sequential" });
  await workbench.stepForwardAndBack();
  return workbench;
});
