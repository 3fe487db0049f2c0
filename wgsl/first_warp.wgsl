// The first kernel: vector addition in blocks of one warp.

// Threads per block: as many as a warp has lanes.
const BLOCK = 32u;

@group(0) @binding(0) var<storage, read> a: array<f32>;
@group(0) @binding(1) var<storage, read> b: array<f32>;
@group(0) @binding(2) var<storage, read_write> c: array<f32>;

// The block's number. A grid may have 65,535 blocks per dimension at most, so
// a longer one is folded into several rows.
fn block_index(block: vec3<u32>, grid: vec3<u32>) -> u32 {
    return block.y * grid.x + block.x;
}

// c = a + b.
@compute @workgroup_size(BLOCK)
fn first_warp(
    @builtin(workgroup_id) block: vec3<u32>,
    @builtin(num_workgroups) grid: vec3<u32>,
    @builtin(local_invocation_id) thread: vec3<u32>,
) {
    let i = block_index(block, grid) * BLOCK + thread.x;
    // There may be more threads than elements.
    if i < arrayLength(&a) {
        let sum = a[i] + b[i];
        c[i] = sum;
    }
}
