// expect: warp 17 18
// grid: 1  buffers: 64 64
// Threads from 40 on have returned when those before ask them.

@group(0) @binding(0) var<storage, read> input: array<u32>;
@group(0) @binding(1) var<storage, read_write> output: array<u32>;

@compute @workgroup_size(64)
fn main(
    @builtin(local_invocation_index) lid: u32,
    @builtin(subgroup_invocation_id) lane: u32,
    @builtin(subgroup_size) size: u32,
) {
    if lid >= 40u {
        return;
    }
    let partner = subgroupShuffleXor(input[lid], 8u);
    output[lid] = partner;
}
