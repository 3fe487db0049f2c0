// Vector addition: one thread per element.

// Threads per block.
const BLOCK = 256u;

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
fn vecadd(
    @builtin(workgroup_id) block: vec3<u32>,
    @builtin(num_workgroups) grid: vec3<u32>,
    @builtin(local_invocation_id) thread: vec3<u32>,
) {
    let i = block_index(block, grid) * BLOCK + thread.x;
    // The last block may reach past the end.
    if i < arrayLength(&a) {
        c[i] = a[i] + b[i];
    }
}
