// expect: nothing
// grid: 1  buffers: 50 64
// What is read past the end is thrown away by `select`.

@group(0) @binding(0) var<storage, read> input: array<u32>;
@group(0) @binding(1) var<storage, read_write> output: array<u32>;

@compute @workgroup_size(64)
fn main(
    @builtin(local_invocation_index) lid: u32,
    @builtin(subgroup_invocation_id) lane: u32,
    @builtin(subgroup_size) size: u32,
) {
    let n = arrayLength(&input);
    output[lid] = select(0u, input[lid], lid < n);
}
