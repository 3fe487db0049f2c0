// expect: barrier 16
// grid: 1  buffers: 64 64
// The second half of the block returns before the barrier.

@group(0) @binding(0) var<storage, read> input: array<u32>;
@group(0) @binding(1) var<storage, read_write> output: array<u32>;

var<workgroup> tile: array<u32, 64>;

@compute @workgroup_size(128)
fn main(@builtin(local_invocation_index) lid: u32) {
    if lid >= 64u {
        return;
    }
    tile[lid] = input[lid];
    workgroupBarrier();
    output[lid] = tile[63u - lid];
}
