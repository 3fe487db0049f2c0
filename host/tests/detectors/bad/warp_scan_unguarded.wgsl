// expect: warp 16
// grid: 1  buffers: 64 64
// A scan that adds what comes from before the first lane.

@group(0) @binding(0) var<storage, read> input: array<u32>;
@group(0) @binding(1) var<storage, read_write> output: array<u32>;

@compute @workgroup_size(64)
fn main(
    @builtin(local_invocation_index) lid: u32,
    @builtin(subgroup_invocation_id) lane: u32,
    @builtin(subgroup_size) size: u32,
) {
    var sum = input[lid];
    for (var delta = 1u; delta < size; delta *= 2u) {
        sum += subgroupShuffleUp(sum, delta);
    }
    output[lid] = sum;
}
