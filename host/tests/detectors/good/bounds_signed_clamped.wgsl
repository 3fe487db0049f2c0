// expect: nothing
// grid: 1  buffers: 64 64
// A signed index that is clamped at zero.

@group(0) @binding(0) var<storage, read> input: array<u32>;
@group(0) @binding(1) var<storage, read_write> output: array<u32>;

@compute @workgroup_size(64)
fn main(@builtin(local_invocation_index) lid: u32) {
    let left = max(i32(lid) - 2, 0);
    output[lid] = input[left];
}
