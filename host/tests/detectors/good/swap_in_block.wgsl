// expect: nothing
// grid: 1  buffers: 64 64
// A block swaps the halves of a buffer in place.

@group(0) @binding(0) var<storage, read> input: array<u32>;
@group(0) @binding(1) var<storage, read_write> output: array<u32>;

@compute @workgroup_size(64)
fn main(@builtin(local_invocation_index) lid: u32) {
    let other = output[63u - lid];
    storageBarrier();
    output[lid] = other;
}
