// expect: nothing
// grid: 3  buffers: 192 1
// Each block adds its sum with one atomic.

@group(0) @binding(0) var<storage, read> input: array<u32>;
@group(0) @binding(1) var<storage, read_write> output: array<atomic<u32>>;

var<workgroup> tile: array<u32, 64>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3<u32>, @builtin(local_invocation_index) lid: u32) {
    tile[lid] = input[id.x];
    workgroupBarrier();
    for (var stride = 32u; stride > 0u; stride /= 2u) {
        if lid < stride {
            tile[lid] += tile[lid + stride];
        }
        workgroupBarrier();
    }
    if lid == 0u {
        atomicAdd(&output[0], tile[0]);
    }
}
