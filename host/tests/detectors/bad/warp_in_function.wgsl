// expect: warp 12
// grid: 1  buffers: 64 64
// Lanes that have left the function are asked in it.

@group(0) @binding(0) var<storage, read> input: array<u32>;
@group(0) @binding(1) var<storage, read_write> output: array<u32>;

fn pair_sum(x: u32, lane: u32) -> u32 {
    if lane % 2u == 1u {
        return x;
    }
    return x + subgroupShuffleXor(x, 1u);
}

@compute @workgroup_size(64)
fn main(
    @builtin(local_invocation_index) lid: u32,
    @builtin(subgroup_invocation_id) lane: u32,
    @builtin(subgroup_size) size: u32,
) {
    output[lid] = pair_sum(input[lid], lane);
}
