// expect: warning bounds 11
// grid: 1  buffers: 64 64
// A signed index below zero.

@group(0) @binding(0) var<storage, read> input: array<u32>;
@group(0) @binding(1) var<storage, read_write> output: array<u32>;

@compute @workgroup_size(64)
fn main(@builtin(local_invocation_index) lid: u32) {
    let left = i32(lid) - 2;
    output[lid] = input[left];
}
