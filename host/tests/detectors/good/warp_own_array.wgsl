// expect: nothing
// grid: 1  buffers: 64 64
// What no lane gave lies in an array of the thread's own, where nobody looks.

@group(0) @binding(0) var<storage, read> input: array<u32>;
@group(0) @binding(1) var<storage, read_write> output: array<u32>;

@compute @workgroup_size(64)
fn main(
    @builtin(local_invocation_index) lid: u32,
    @builtin(subgroup_invocation_id) lane: u32,
    @builtin(subgroup_size) size: u32,
) {
    var kept = array<u32, 4>();
    kept[lid % 2u] = subgroupShuffleUp(input[lid], 1u);
    kept[lid % 2u + 2u] = input[lid];
    output[lid] = kept[2u + lid % 2u];
}
