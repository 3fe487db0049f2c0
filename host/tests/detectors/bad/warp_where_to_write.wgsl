// expect: warp 14 15
// grid: 1  buffers: 64 4096
// What no lane gave says where to write.

@group(0) @binding(0) var<storage, read> input: array<u32>;
@group(0) @binding(1) var<storage, read_write> output: array<u32>;

@compute @workgroup_size(64)
fn main(
    @builtin(local_invocation_index) lid: u32,
    @builtin(subgroup_invocation_id) lane: u32,
    @builtin(subgroup_size) size: u32,
) {
    let at = subgroupShuffleDown(lid, 1u);
    output[at % 64u * 64u + lid] = lid;
}
