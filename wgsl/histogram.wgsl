// Histogram: how often each of 256 values occurs.

// Number of bins; the input's values are below it.
const BINS = 256u;

// Threads per block: one per bin when a block's counts are merged.
const BLOCK = 256u;

@group(0) @binding(0) var<storage, read> input: array<u32>;
@group(0) @binding(1) var<storage, read_write> bins: array<atomic<u32>>;

// The block's number. A grid may have 65,535 blocks per dimension at most, so
// a longer one is folded into several rows.
fn block_index(block: vec3<u32>, grid: vec3<u32>) -> u32 {
    return block.y * grid.x + block.x;
}

// One atomic addition in global memory per element, and equal values queue up
// behind each other.
@compute @workgroup_size(BLOCK)
fn histogram_global(
    @builtin(workgroup_id) block: vec3<u32>,
    @builtin(num_workgroups) grid: vec3<u32>,
    @builtin(local_invocation_id) thread: vec3<u32>,
) {
    let threads = grid.x * grid.y * BLOCK;
    var i = block_index(block, grid) * BLOCK + thread.x;
    while i < arrayLength(&input) {
        atomicAdd(&bins[input[i]], 1u);
        i += threads;
    }
}

var<workgroup> counts: array<atomic<u32>, BINS>;

// Each block counts for itself in shared memory and adds its counts to the
// global ones once, at the end.
@compute @workgroup_size(BLOCK)
fn histogram_shared(
    @builtin(workgroup_id) block: vec3<u32>,
    @builtin(num_workgroups) grid: vec3<u32>,
    @builtin(local_invocation_id) thread: vec3<u32>,
) {
    let t = thread.x;
    atomicStore(&counts[t], 0u);
    workgroupBarrier();

    let threads = grid.x * grid.y * BLOCK;
    var i = block_index(block, grid) * BLOCK + t;
    while i < arrayLength(&input) {
        atomicAdd(&counts[input[i]], 1u);
        i += threads;
    }
    workgroupBarrier();

    atomicAdd(&bins[t], atomicLoad(&counts[t]));
}
