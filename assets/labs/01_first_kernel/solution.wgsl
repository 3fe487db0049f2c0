// Every element times a factor: one thread per element.

// Threads per block.
const BLOCK = 256u;

// What every element is multiplied by.
const FACTOR = 2.5;

struct Params {
    n: u32,
}

@group(0) @binding(0) var<storage, read> input: array<f32>;
@group(0) @binding(1) var<storage, read_write> output: array<f32>;
@group(0) @binding(2) var<uniform> params: Params;

// output = FACTOR * input, for params.n elements.
@compute @workgroup_size(BLOCK)
fn scale(
    @builtin(workgroup_id) block: vec3<u32>,
    @builtin(local_invocation_id) thread: vec3<u32>,
) {
    // This thread's place in the whole grid.
    let i = block.x * BLOCK + thread.x;

    // The last block may have more threads than there are elements left.
    if i < params.n {
        output[i] = FACTOR * input[i];
    }
}
