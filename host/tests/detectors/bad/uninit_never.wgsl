// expect: warning uninit 12
// grid: 1  buffers: 64 64
// Nobody ever writes the word.

@group(0) @binding(0) var<storage, read> input: array<u32>;
@group(0) @binding(1) var<storage, read_write> output: array<u32>;

var<workgroup> tile: array<u32, 64>;

@compute @workgroup_size(64)
fn main(@builtin(local_invocation_index) lid: u32) {
    output[lid] = tile[lid];
}
