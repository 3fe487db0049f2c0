// expect: nothing
// grid: 2  buffers: 100 128
// Words that were not filled are not read either.

@group(0) @binding(0) var<storage, read> input: array<u32>;
@group(0) @binding(1) var<storage, read_write> output: array<u32>;

var<workgroup> tile: array<u32, 64>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3<u32>, @builtin(local_invocation_index) lid: u32) {
    if id.x < 100u {
        tile[lid] = input[id.x];
    }
    workgroupBarrier();
    let other = 64u * (id.x / 64u) + 63u - lid;
    if other < 100u {
        output[id.x] = tile[63u - lid];
    }
}
