// expect: warning uninit 16
// grid: 2  buffers: 100 128
// Threads past the end of the data leave their words of the tile as they are.

@group(0) @binding(0) var<storage, read> input: array<u32>;
@group(0) @binding(1) var<storage, read_write> output: array<u32>;

var<workgroup> tile: array<u32, 64>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3<u32>, @builtin(local_invocation_index) lid: u32) {
    if id.x < 100u {
        tile[lid] = input[id.x];
    }
    workgroupBarrier();
    output[id.x] = tile[63u - lid];
}
