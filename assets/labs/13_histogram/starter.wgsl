// Histogram: how often each of 256 values occurs.

struct Params {
    n: u32,
}

@group(0) @binding(0) var<storage, read> input: array<u32>;
@group(0) @binding(1) var<storage, read_write> bins: array<u32>;
@group(0) @binding(2) var<uniform> params: Params;

// Number of bins; the values are below it.
const BINS = 256u;

// Threads per block.
const BLOCK = 128u;

// The blocks stride through the input and count in global memory.
@compute @workgroup_size(BLOCK)
fn histogram(
    @builtin(workgroup_id) block: vec3<u32>,
    @builtin(num_workgroups) grid: vec3<u32>,
    @builtin(local_invocation_id) thread: vec3<u32>,
) {
    for (var i = block.x * BLOCK + thread.x; i < params.n; i += grid.x * BLOCK) {
        bins[input[i]] += 1u;
    }
}
