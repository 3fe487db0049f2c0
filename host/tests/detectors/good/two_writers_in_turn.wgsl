// expect: nothing
// grid: 1  buffers: 64 64
// Two halves of the block write the same words, with a barrier between.

@group(0) @binding(0) var<storage, read> input: array<u32>;
@group(0) @binding(1) var<storage, read_write> output: array<u32>;

var<workgroup> tile: array<u32, 64>;

@compute @workgroup_size(64)
fn main(@builtin(local_invocation_index) lid: u32) {
    if lid < 32u {
        tile[lid] = 1u;
    }
    workgroupBarrier();
    if lid >= 32u {
        tile[lid - 32u] = 2u;
    }
    workgroupBarrier();
    if lid < 32u {
        output[lid] = tile[lid];
    }
}
