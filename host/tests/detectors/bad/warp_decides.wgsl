// expect: warp 14 15
// grid: 1  buffers: 64 64
// What no lane gave decides a branch.

@group(0) @binding(0) var<storage, read> input: array<u32>;
@group(0) @binding(1) var<storage, read_write> output: array<u32>;

@compute @workgroup_size(64)
fn main(
    @builtin(local_invocation_index) lid: u32,
    @builtin(subgroup_invocation_id) lane: u32,
    @builtin(subgroup_size) size: u32,
) {
    let next = subgroupShuffleDown(input[lid], 1u);
    if next > input[lid] {
        output[lid] = 1u;
    }
}
