// expect: nothing
// grid: 3  buffers: 144 144
// Blocks write neighbouring words, but never the same.

@group(0) @binding(0) var<storage, read> input: array<u32>;
@group(0) @binding(1) var<storage, read_write> output: array<u32>;

@compute @workgroup_size(48)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    output[id.x] = input[id.x] + input[(id.x + 1u) % 144u];
}
