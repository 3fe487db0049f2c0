// A copy in which each thread takes several elements.

// Threads per block.
const BLOCK = 128u;

// Elements that a thread copies.
const PER_THREAD = 8u;

struct Params {
    n: u32,
}

@group(0) @binding(0) var<storage, read> input: array<f32>;
@group(0) @binding(1) var<storage, read_write> output: array<f32>;
@group(0) @binding(2) var<uniform> params: Params;

// output = input, for params.n elements.
@compute @workgroup_size(BLOCK)
fn copy(
    @builtin(workgroup_id) block: vec3<u32>,
    @builtin(local_invocation_id) thread: vec3<u32>,
) {
    let t = thread.x;

    // The elements of this block begin here.
    let first = block.x * BLOCK * PER_THREAD;

    for (var k = 0u; k < PER_THREAD; k += 1u) {
        // In each turn the block copies BLOCK elements side by side.
        let i = first + k * BLOCK + t;
        if i < params.n {
            output[i] = input[i];
        }
    }
}
