// expect: warp 19
// grid: 1  buffers: 64 64
// Lanes that skip the rest of a round are asked in it.

@group(0) @binding(0) var<storage, read> input: array<u32>;
@group(0) @binding(1) var<storage, read_write> output: array<u32>;

@compute @workgroup_size(64)
fn main(
    @builtin(local_invocation_index) lid: u32,
    @builtin(subgroup_invocation_id) lane: u32,
    @builtin(subgroup_size) size: u32,
) {
    var sum = input[lid];
    for (var i = 0u; i < 4u; i += 1u) {
        if lane % 2u == 1u {
            continue;
        }
        sum += subgroupShuffleXor(sum, 1u);
    }
    output[lid] = sum;
}
