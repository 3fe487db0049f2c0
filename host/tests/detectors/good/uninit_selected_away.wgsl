// expect: nothing
// grid: 1  buffers: 64 64
// What nobody has written is read and thrown away.

@group(0) @binding(0) var<storage, read> input: array<u32>;
@group(0) @binding(1) var<storage, read_write> output: array<u32>;

var<workgroup> tile: array<u32, 64>;

@compute @workgroup_size(64)
fn main(
    @builtin(local_invocation_index) lid: u32,
    @builtin(subgroup_invocation_id) lane: u32,
    @builtin(subgroup_size) size: u32,
) {
    if lid < 32u {
        tile[lid] = input[lid];
    }
    workgroupBarrier();
    let x = tile[lid];
    output[lid] = select(0u, x, lid < 32u);
}
