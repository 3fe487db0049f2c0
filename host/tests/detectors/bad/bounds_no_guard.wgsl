// expect: bounds 11
// grid: 2  buffers: 100 100
// More threads than words, and no test. What is read past the end is lost again.

@group(0) @binding(0) var<storage, read> input: array<u32>;
@group(0) @binding(1) var<storage, read_write> output: array<u32>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    let x = input[id.x];
    output[id.x] = x;
}
