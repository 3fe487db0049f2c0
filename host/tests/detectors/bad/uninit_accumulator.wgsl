// expect: warning uninit 18
// grid: 1  buffers: 64 64
// A sum that relies on starting as zero.

@group(0) @binding(0) var<storage, read> input: array<u32>;
@group(0) @binding(1) var<storage, read_write> output: array<u32>;

var<workgroup> sum: u32;

@compute @workgroup_size(64)
fn main(
    @builtin(local_invocation_index) lid: u32,
    @builtin(subgroup_invocation_id) lane: u32,
    @builtin(subgroup_size) size: u32,
) {
    if lid == 0u {
        for (var i = 0u; i < 64u; i += 1u) {
            sum += input[i];
        }
        output[0] = sum;
    }
}
