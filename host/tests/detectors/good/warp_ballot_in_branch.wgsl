// expect: nothing
// grid: 1  buffers: 64 64
// The lanes that come to a ballot, a sum or a vote are those that it is for.

@group(0) @binding(0) var<storage, read> input: array<u32>;
@group(0) @binding(1) var<storage, read_write> output: array<u32>;

@compute @workgroup_size(64)
fn main(
    @builtin(local_invocation_index) lid: u32,
    @builtin(subgroup_invocation_id) lane: u32,
    @builtin(subgroup_size) size: u32,
) {
    if lid % 3u == 0u {
        let votes = subgroupBallot(input[lid] > 5u);
        let sum = subgroupAdd(input[lid]);
        output[lid] = countOneBits(votes.x) + sum + u32(subgroupAny(sum > 9u));
    }
}
