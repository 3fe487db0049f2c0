// expect: race 13 15
// grid: 1  buffers: 64 128
// Half of the block reads what the other half writes.

@group(0) @binding(0) var<storage, read> input: array<u32>;
@group(0) @binding(1) var<storage, read_write> output: array<u32>;

var<workgroup> tile: array<u32, 64>;

@compute @workgroup_size(128)
fn main(@builtin(local_invocation_index) lid: u32) {
    if lid < 64u {
        tile[lid] = input[lid];
    } else {
        output[lid - 64u] = tile[lid - 64u];
    }
}
