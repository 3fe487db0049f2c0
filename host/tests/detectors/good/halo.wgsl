// expect: nothing
// grid: 2  buffers: 126 124
// The halo is filled by extra loads.

@group(0) @binding(0) var<storage, read> input: array<u32>;
@group(0) @binding(1) var<storage, read_write> output: array<u32>;

var<workgroup> tile: array<u32, 64>;

@compute @workgroup_size(62)
fn main(
    @builtin(local_invocation_index) lid: u32,
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(global_invocation_id) id: vec3<u32>,
) {
    tile[lid + 1u] = input[id.x + 1u];
    if lid == 0u {
        tile[0] = input[id.x];
    }
    if lid == 61u {
        tile[63] = input[id.x + 2u];
    }
    workgroupBarrier();
    output[id.x] = tile[lid] + tile[lid + 2u];
}
