// expect: race 10 11
// grid: 2  buffers: 64 64
// Two blocks swap halves of a buffer in place.

@group(0) @binding(0) var<storage, read> input: array<u32>;
@group(0) @binding(1) var<storage, read_write> output: array<u32>;

@compute @workgroup_size(32)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    let other = output[63u - id.x];
    output[id.x] = other;
}
