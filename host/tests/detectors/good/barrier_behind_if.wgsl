// expect: nothing
// grid: 1  buffers: 64 64
// The barrier stands behind the branch.

@group(0) @binding(0) var<storage, read> input: array<u32>;
@group(0) @binding(1) var<storage, read_write> output: array<u32>;

var<workgroup> tile: array<u32, 64>;

@compute @workgroup_size(64)
fn main(@builtin(local_invocation_index) lid: u32) {
    if lid < 32u {
        tile[lid] = input[lid];
    } else {
        tile[lid] = 0u;
    }
    workgroupBarrier();
    output[lid] = tile[63u - lid];
}
