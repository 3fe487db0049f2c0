// expect: nothing
// grid: 3  buffers: 192 192
// All threads of a block take the same branch to the barrier.

@group(0) @binding(0) var<storage, read> input: array<u32>;
@group(0) @binding(1) var<storage, read_write> output: array<u32>;

var<workgroup> tile: array<u32, 64>;

@compute @workgroup_size(64)
fn main(
    @builtin(local_invocation_index) lid: u32,
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(global_invocation_id) id: vec3<u32>,
) {
    if group.x < 2u {
        tile[lid] = input[id.x];
        workgroupBarrier();
        output[id.x] = tile[63u - lid];
    } else {
        output[id.x] = input[id.x];
    }
}
