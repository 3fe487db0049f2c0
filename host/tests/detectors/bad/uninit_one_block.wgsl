// expect: warning uninit 20
// grid: 2  buffers: 64 128
// Only the first block fills the tile: shared memory does not outlive a block.

@group(0) @binding(0) var<storage, read> input: array<u32>;
@group(0) @binding(1) var<storage, read_write> output: array<u32>;

var<workgroup> tile: array<u32, 64>;

@compute @workgroup_size(64)
fn main(
    @builtin(global_invocation_id) id: vec3<u32>,
    @builtin(local_invocation_index) lid: u32,
    @builtin(workgroup_id) group: vec3<u32>,
) {
    if group.x == 0u {
        tile[lid] = input[lid];
    }
    workgroupBarrier();
    output[id.x] = tile[63u - lid];
}
