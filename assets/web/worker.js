// The background of the workbench: the same program in a worker, where it finds out
// by itself that there is no window. The page has compiled it already and sends it
// first.
import init from "./warpbench.js";

// What is said before the program listens is kept for it.
const early = [];
const module_or_path = await new Promise((resolve) => {
  let hasProgram = false;
  addEventListener("message", function keep(event) {
    if (!hasProgram) {
      hasProgram = true;
      resolve(event.data);
    } else if (self.onmessage) {
      removeEventListener("message", keep);
    } else {
      early.push(event.data);
    }
  });
});
await init({ module_or_path });
for (const data of early) dispatchEvent(new MessageEvent("message", { data }));
