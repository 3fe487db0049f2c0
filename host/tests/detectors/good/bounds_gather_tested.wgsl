// expect: nothing
// grid: 1  buffers: 64 64
// Indices come from a buffer and are tested.

@group(0) @binding(0) var<storage, read> input: array<u32>;
@group(0) @binding(1) var<storage, read_write> output: array<u32>;

@compute @workgroup_size(64)
fn main(@builtin(local_invocation_index) lid: u32) {
    let index = input[lid] + 8u;
    if index < arrayLength(&input) {
        output[lid] = input[index];
    }
}
