// expect: warp 17
// grid: 1  buffers: 64 64
// Lanes of one case ask those of the other.

@group(0) @binding(0) var<storage, read> input: array<u32>;
@group(0) @binding(1) var<storage, read_write> output: array<u32>;

@compute @workgroup_size(64)
fn main(
    @builtin(local_invocation_index) lid: u32,
    @builtin(subgroup_invocation_id) lane: u32,
    @builtin(subgroup_size) size: u32,
) {
    var x = input[lid];
    switch lane % 2u {
        case 0u: {
            x = subgroupShuffleXor(x, 1u);
        }
        default: {
            x = x + 1u;
        }
    }
    output[lid] = x;
}
