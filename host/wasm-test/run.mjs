// Answers a request per line, by the module that a browser would load:
//
//     node run.mjs warpbench_wasm_test.wasm < requests.jsonl
//
// Needs nothing but node.

import { readFileSync } from "node:fs";

const module = new WebAssembly.Module(readFileSync(process.argv[2]));
// The module asks nothing of its surroundings, and would not start if it did.
const { memory, warpbench_request, warpbench_answer, warpbench_answer_length } =
    new WebAssembly.Instance(module, {}).exports;

// The memory moves when it grows, so it is looked at anew every time.
const bytes = (start, length) => new Uint8Array(memory.buffer, start, length);

function answer(request) {
    const words = new TextEncoder().encode(request);
    const room = warpbench_request(words.length);
    bytes(room, words.length).set(words);
    const start = warpbench_answer();
    return new TextDecoder().decode(bytes(start, warpbench_answer_length()));
}

const requests = readFileSync(0, "utf8").split("\n").filter((line) => line !== "");
for (const request of requests) {
    console.log(answer(request));
}
