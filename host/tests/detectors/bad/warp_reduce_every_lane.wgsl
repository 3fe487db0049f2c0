// expect: warp 16
// grid: 1  buffers: 64 64
// Only the first lane has the sum of all, but every lane keeps what it has.

@group(0) @binding(0) var<storage, read> input: array<u32>;
@group(0) @binding(1) var<storage, read_write> output: array<u32>;

@compute @workgroup_size(64)
fn main(
    @builtin(local_invocation_index) lid: u32,
    @builtin(subgroup_invocation_id) lane: u32,
    @builtin(subgroup_size) size: u32,
) {
    var sum = input[lid];
    for (var delta = size / 2u; delta > 0u; delta /= 2u) {
        sum += subgroupShuffleDown(sum, delta);
    }
    output[lid] = sum;
}
