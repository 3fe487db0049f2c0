// expect: warning bounds 10
// grid: 1  buffers: 64 64
// Indices come from a buffer and are not tested.

@group(0) @binding(0) var<storage, read> input: array<u32>;
@group(0) @binding(1) var<storage, read_write> output: array<u32>;

@compute @workgroup_size(64)
fn main(@builtin(local_invocation_index) lid: u32) {
    output[lid] = input[input[lid] + 8u];
}
