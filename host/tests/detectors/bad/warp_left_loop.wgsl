// expect: warp 16
// grid: 1  buffers: 64 64
// Lanes that have left the loop are still asked.

@group(0) @binding(0) var<storage, read> input: array<u32>;
@group(0) @binding(1) var<storage, read_write> output: array<u32>;

@compute @workgroup_size(64)
fn main(
    @builtin(local_invocation_index) lid: u32,
    @builtin(subgroup_invocation_id) lane: u32,
    @builtin(subgroup_size) size: u32,
) {
    var sum = 0u;
    for (var i = 0u; i < lane + 1u; i += 1u) {
        sum += subgroupShuffleXor(sum + i, 1u);
    }
    output[lid] = sum;
}
