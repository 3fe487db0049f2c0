// expect: nothing
// grid: 3  buffers: 192 3
// Thread 0 of each block writes to a word of its block.

@group(0) @binding(0) var<storage, read> input: array<u32>;
@group(0) @binding(1) var<storage, read_write> output: array<u32>;

@compute @workgroup_size(64)
fn main(
    @builtin(global_invocation_id) id: vec3<u32>,
    @builtin(local_invocation_index) lid: u32,
    @builtin(workgroup_id) group: vec3<u32>,
) {
    if lid == 0u {
        output[group.x] += input[id.x];
    }
}
