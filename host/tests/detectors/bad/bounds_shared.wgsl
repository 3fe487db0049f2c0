// expect: bounds 12
// grid: 1  buffers: 64 64
// Shared memory is one word too short for the halo.

@group(0) @binding(0) var<storage, read> input: array<u32>;
@group(0) @binding(1) var<storage, read_write> output: array<u32>;

var<workgroup> tile: array<u32, 64>;

@compute @workgroup_size(64)
fn main(@builtin(local_invocation_index) lid: u32) {
    tile[lid + 1u] = input[lid];
    workgroupBarrier();
    output[lid] = tile[max(lid, 1u)];
}
