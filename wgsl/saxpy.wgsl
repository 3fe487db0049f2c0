// Scaled vector addition, the "hello, world" of linear algebra libraries.

// Threads per block.
const BLOCK = 256u;

struct Params {
    a: f32,
}

@group(0) @binding(0) var<storage, read> x: array<f32>;
@group(0) @binding(1) var<storage, read_write> y: array<f32>;
@group(0) @binding(2) var<uniform> params: Params;

// The block's number. A grid may have 65,535 blocks per dimension at most, so
// a longer one is folded into several rows.
fn block_index(block: vec3<u32>, grid: vec3<u32>) -> u32 {
    return block.y * grid.x + block.x;
}

// y = a * x + y, in place.
@compute @workgroup_size(BLOCK)
fn saxpy(
    @builtin(workgroup_id) block: vec3<u32>,
    @builtin(num_workgroups) grid: vec3<u32>,
    @builtin(local_invocation_id) thread: vec3<u32>,
) {
    let i = block_index(block, grid) * BLOCK + thread.x;
    if i < arrayLength(&x) {
        y[i] += params.a * x[i];
    }
}
