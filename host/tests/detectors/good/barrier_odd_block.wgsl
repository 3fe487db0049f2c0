// expect: nothing
// grid: 2  buffers: 74 74
// The last warp is only partly filled, which is no matter.

@group(0) @binding(0) var<storage, read> input: array<u32>;
@group(0) @binding(1) var<storage, read_write> output: array<u32>;

var<workgroup> tile: array<u32, 64>;

@compute @workgroup_size(37)
fn main(@builtin(local_invocation_index) lid: u32, @builtin(global_invocation_id) id: vec3<u32>) {
    tile[lid] = input[id.x];
    workgroupBarrier();
    output[id.x] = tile[36u - lid];
}
