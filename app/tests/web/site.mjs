// The folder behind a server, in a subfolder as a course page has it, a browser, and
// somebody who watches where else it goes.

import { spawn } from "node:child_process";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import { createInterface } from "node:readline";

const modules = createRequire(`${process.env.WARPBENCH_WEB_MODULES}/`);
const puppeteer = modules("puppeteer-core");

// What Chromium is told so that it draws without a graphics card.
const GRAPHICS = {
  webgpu: [
    "--enable-unsafe-webgpu",
    "--enable-features=Vulkan",
    "--use-vulkan=swiftshader",
    "--use-angle=swiftshader",
    "--enable-unsafe-swiftshader",
  ],
  webgl: ["--use-gl=angle", "--use-angle=swiftshader", "--enable-unsafe-swiftshader"],
};

// Serves a folder until `stop` is called. `url` is where the workbench lies.
export async function serve(folder = process.env.WARPBENCH_WEB) {
  const options = ["web", "--folder", folder, "--serve", "--port", "0", "--under", "course/gpu"];
  const server = spawn(process.env.WARPBENCH_XTASK, options, { stdio: ["ignore", "pipe", "inherit"] });
  const ended = new Promise((resolve) => server.once("exit", resolve));
  const url = await Promise.race([
    new Promise((resolve) => createInterface(server.stdout).once("line", resolve)),
    ended.then((code) => { throw new Error(`the server ended with ${code}`); }),
  ]);
  return { url, stop: () => { server.kill(); return ended; } };
}

// A browser without a graphics card.
export function openBrowser(graphics) {
  return puppeteer.launch({
    executablePath: process.env.WARPBENCH_CHROMIUM,
    headless: true,
    protocolTimeout: 300_000,
    args: [
      "--no-sandbox",
      // It asks its makers what may be filled into any field for text.
      "--disable-features=AutofillServerCommunication",
      ...GRAPHICS[graphics],
    ],
  });
}

// A proxy that answers nothing and notes in `strangers` what it was asked for: all
// that tabs behind it want from anywhere but this machine. Chromium asks its makers
// for one thing or another as well, but not from a tab.
export async function watch() {
  const strangers = [];
  const proxy = createServer((request, response) => {
    strangers.push(request.url);
    response.writeHead(403).end();
  });
  proxy.on("connect", (request, socket) => {
    strangers.push(request.url);
    socket.end("HTTP/1.1 403 Forbidden\r\n\r\n");
  });
  await new Promise((resolve) => proxy.listen(0, "127.0.0.1", resolve));
  return { strangers, address: `http://127.0.0.1:${proxy.address().port}`, close: () => proxy.close() };
}
