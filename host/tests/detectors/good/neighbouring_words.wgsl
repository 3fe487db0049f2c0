// expect: nothing
// grid: 1  buffers: 64 64
// Threads write neighbouring words in turn, never the same.

@group(0) @binding(0) var<storage, read> input: array<u32>;
@group(0) @binding(1) var<storage, read_write> output: array<u32>;

var<workgroup> tile: array<u32, 64>;

@compute @workgroup_size(32)
fn main(@builtin(local_invocation_index) lid: u32) {
    tile[2u * lid] = input[lid];
    tile[2u * lid + 1u] = lid;
    output[lid] = tile[2u * lid] + tile[2u * lid + 1u];
}
