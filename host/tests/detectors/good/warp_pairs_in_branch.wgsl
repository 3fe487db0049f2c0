// expect: nothing
// grid: 1  buffers: 64 64
// Both lanes of a pair are in the branch or neither is.

@group(0) @binding(0) var<storage, read> input: array<u32>;
@group(0) @binding(1) var<storage, read_write> output: array<u32>;

@compute @workgroup_size(64)
fn main(
    @builtin(local_invocation_index) lid: u32,
    @builtin(subgroup_invocation_id) lane: u32,
    @builtin(subgroup_size) size: u32,
) {
    if lane / 2u % 2u == 0u {
        output[lid] = subgroupShuffleXor(input[lid], 1u);
    }
}
