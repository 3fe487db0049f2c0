// Histogram: how often each of 256 values occurs.

struct Params {
    n: u32,
}

@group(0) @binding(0) var<storage, read> input: array<u32>;
@group(0) @binding(1) var<storage, read_write> bins: array<atomic<u32>>;
@group(0) @binding(2) var<uniform> params: Params;

// Number of bins; the values are below it.
const BINS = 256u;

// Threads per block.
const BLOCK = 128u;

// WGSL sets it to zero when a block begins.
var<workgroup> counts: array<atomic<u32>, BINS>;

// Each block counts for itself in shared memory and adds its counts to the global
// ones at the end.
@compute @workgroup_size(BLOCK)
fn histogram(
    @builtin(workgroup_id) block: vec3<u32>,
    @builtin(num_workgroups) grid: vec3<u32>,
    @builtin(local_invocation_id) thread: vec3<u32>,
) {
    for (var i = block.x * BLOCK + thread.x; i < params.n; i += grid.x * BLOCK) {
        atomicAdd(&counts[input[i]], 1u);
    }
    workgroupBarrier();

    for (var bin = thread.x; bin < BINS; bin += BLOCK) {
        atomicAdd(&bins[bin], atomicLoad(&counts[bin]));
    }
}
