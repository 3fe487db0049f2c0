// expect: nothing
// grid: 1  buffers: 64 128
// Each half of the block stays in its half, and each thread at its word.

@group(0) @binding(0) var<storage, read> input: array<u32>;
@group(0) @binding(1) var<storage, read_write> output: array<u32>;

var<workgroup> tile: array<u32, 64>;
var<workgroup> upper: array<u32, 64>;

@compute @workgroup_size(128)
fn main(@builtin(local_invocation_index) lid: u32) {
    if lid < 64u {
        tile[lid] = input[lid];
        output[lid] = tile[lid];
    } else {
        upper[lid - 64u] = lid;
        output[lid] = upper[lid - 64u];
    }
}
