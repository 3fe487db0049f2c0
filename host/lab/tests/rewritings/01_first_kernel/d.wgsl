// Renamed, with the guard turned round and another block size.

const BLOCK = 128u;

struct Sizes {
    count: u32,
}

@group(0) @binding(2) var<storage, read> input: array<f32>;
@group(0) @binding(0) var<storage, read_write> output: array<f32>;
@group(0) @binding(1) var<uniform> params: Sizes;

@compute @workgroup_size(BLOCK, 1, 1)
fn scale(@builtin(global_invocation_id) id: vec3<u32>) {
    let element = id.x;
    if params.count <= element {
        return;
    }
    let value = input[element];
    output[element] = value * 2.5;
}
