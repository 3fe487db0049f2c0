// Asking the program for something by a line of JSON: in a worker of the page, and the
// one of this machine.

import { spawn } from "node:child_process";
import { createInterface } from "node:readline";

// A worker of a page: `ask` sends it a line, and gives what it said and how long it took,
// once `isLast` knows the last word.
export class Requester {
  static async open(workbench, name) {
    const worker = await workbench.page.evaluateHandle(async (name) => {
      // The page has compiled it already.
      const { default: program } = await import(new URL("warpbench.js", document.baseURI).href);
      const worker = new Worker("./worker.js", { type: "module", name });
      worker.postMessage(program.__wbindgen_wasm_module);
      return worker;
    }, name);
    return new Requester(workbench, worker);
  }

  constructor(workbench, worker) {
    this.page = workbench.page;
    this.worker = worker;
  }

  ask(request, lastWords = []) {
    const line = JSON.stringify(request);
    return this.page.evaluate(
      (worker, line, lastWords) =>
        new Promise((resolve, reject) => {
          const start = performance.now();
          const said = [];
          worker.onerror = (event) => reject(new Error(event.message));
          worker.onmessage = ({ data }) => {
            said.push(data);
            const words = Object.keys(JSON.parse(data));
            if (lastWords.length === 0 || lastWords.some((word) => words.includes(word))) {
              resolve({ said, seconds: (performance.now() - start) / 1000 });
            }
          };
          worker.postMessage(new TextEncoder().encode(line));
        }),
      this.worker,
      line,
      lastWords,
    );
  }
}

// The program of this machine, which answers each line with one.
export class NativeRequester {
  constructor() {
    this.process = spawn(process.env.WARPBENCH_REQUESTS, { stdio: ["pipe", "pipe", "inherit"] });
    this.lines = createInterface(this.process.stdout)[Symbol.asyncIterator]();
  }

  async ask(request) {
    const start = performance.now();
    this.process.stdin.write(`${JSON.stringify(request)}\n`);
    const { value } = await this.lines.next();
    if (value === undefined) throw new Error(`no answer to ${JSON.stringify(request)}`);
    return { said: [value], seconds: (performance.now() - start) / 1000 };
  }

  close() {
    this.process.stdin.end();
  }
}
