// Loads the workbench and says how far that is; if it cannot run, says why and what
// to do next. A plain script, because a browser that opens the page as a file runs
// no module, and somebody has to say so.
"use strict";

// How long the program is, uncompressed: what servers say counts it compressed.
const MODULE_BYTES = "@MODULE_BYTES@";

const element = (id) => document.getElementById(id);

// Where a program has stopped, only the first words matter.
let hasFailed = false;

function fail(title, next, details = "") {
  if (hasFailed) return;
  hasFailed = true;
  element("failure-title").textContent = title;
  element("failure-next").textContent = next;
  element("failure-details").textContent = details;
  element("loading")?.remove();
  element("failure").hidden = false;
  element("failure-reload").focus();
}

// What the program says when it panics goes to the console; the error that ends it
// only says that it ended.
let lastWords = "";
const consoleError = console.error;
console.error = (...words) => {
  lastWords = words.join(" ");
  consoleError.apply(console, words);
};

let isShown = false;

function watchForPanics() {
  const look = (error) => {
    if (!isShown) {
      const next = "Reload; if that does not help, please report the text below.";
      fail("The workbench could not be started", next, lastWords || String(error));
    } else if (error instanceof WebAssembly.RuntimeError) {
      const next = "What you typed is kept in this browser. Reload to go on; if it stops again, please report the text below.";
      fail("The workbench has stopped", next, lastWords || String(error));
    }
  };
  addEventListener("error", (event) => look(event.error));
  addEventListener("unhandledrejection", (event) => look(event.reason));
}

async function hasGraphics() {
  if (await navigator.gpu?.requestAdapter().catch(() => null)) return true;
  const context = document.createElement("canvas").getContext("webgl2");
  context?.getExtension("WEBGL_lose_context")?.loseContext();
  return context !== null;
}

// The program as it arrives. The browser compiles it meanwhile.
async function download() {
  const response = await fetch("warpbench_bg.wasm");
  if (!response.ok) throw new Error(`warpbench_bg.wasm: the server says ${response.status}`);
  const [words, progress, account] = ["words", "progress", "bytes"].map((id) => element(`loading-${id}`));
  const megabytes = (bytes) => (bytes / 1e6).toFixed(1);
  let bytes = 0;
  const counted = new TransformStream({
    transform(chunk, controller) {
      bytes += chunk.byteLength;
      progress.max = MODULE_BYTES;
      progress.value = bytes;
      account.textContent = `${megabytes(bytes)} of ${megabytes(MODULE_BYTES)} MB`;
      controller.enqueue(chunk);
    },
    flush() {
      progress.removeAttribute("value");
      words.textContent = "Starting the workbench";
      account.textContent = "";
    },
  });
  const headers = { "Content-Type": "application/wasm" };
  return new Response(response.body.pipeThrough(counted), { headers });
}

// The canvas gets its size with the first picture.
function whenFirstPicture(act) {
  const observer = new MutationObserver(() => {
    observer.disconnect();
    requestAnimationFrame(() => requestAnimationFrame(act));
  });
  observer.observe(element("workbench"), { attributeFilter: ["width", "height"] });
}

// A newer version that an earlier visit has fetched is taken before anything of the
// old one runs. In another tab it may be running; then the old one stays.
async function takeNewVersion() {
  const registration = await navigator.serviceWorker?.getRegistration();
  const waiting = registration?.waiting;
  if (!waiting || !navigator.serviceWorker.controller) return false;
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    navigator.serviceWorker.addEventListener("controllerchange", () => resolve(true));
    port1.onmessage = () => resolve(false);
    // Whoever answers nothing is broken, and must not keep anybody from working.
    setTimeout(() => resolve(false), 20_000);
    waiting.postMessage("take over", [port2]);
  });
}

async function start() {
  element("failure-reload").addEventListener("click", () => location.reload());
  if (location.protocol === "file:") {
    const next = "Open it through a web server, for example with: python3 -m http.server";
    return fail("This page cannot be opened as a file", next);
  }
  const newer = "Use a current Firefox, Chrome, Edge or Safari, or install Warpbench on this computer.";
  if (typeof WebAssembly !== "object") {
    return fail("This browser cannot run WebAssembly", `It may be forbidden here. ${newer}`);
  }
  if (await takeNewVersion()) return location.reload();
  if (!(await hasGraphics())) {
    const next = "The workbench needs WebGPU or WebGL 2. Allow hardware acceleration in the browser's settings. ";
    return fail("This browser offers no graphics", next + newer);
  }
  watchForPanics();
  whenFirstPicture(() => {
    isShown = true;
    performance.mark("first picture");
    element("loading")?.remove();
    element("workbench").focus();
    // Only now, so that it does not compete with what is seen first.
    navigator.serviceWorker?.register("offline.js").catch((error) => {
      console.warn(`The workbench will not work offline: ${error}`);
    });
  });
  try {
    const program = await import("./warpbench.js");
    await program.default({ module_or_path: download() });
  } catch (error) {
    const next = "Look whether the network is there, then reload. If it fails again, the files on the server may be of different versions.";
    fail("The workbench could not be loaded", next, lastWords || String(error));
  }
}

start();
