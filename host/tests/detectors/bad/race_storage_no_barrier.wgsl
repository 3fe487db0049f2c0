// expect: race 10 11
// grid: 1  buffers: 64 128
// Threads of a block exchange through a buffer without a barrier.

@group(0) @binding(0) var<storage, read> input: array<u32>;
@group(0) @binding(1) var<storage, read_write> output: array<u32>;

@compute @workgroup_size(64)
fn main(@builtin(local_invocation_index) lid: u32) {
    output[lid] = input[lid] + 1u;
    output[lid + 64u] = output[63u - lid];
}
