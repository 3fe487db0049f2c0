// expect: warning bounds 14
// grid: 1  buffers: 64 64
// The number of structures is taken for the number of words.

struct Particle {
    mass: u32,
    speed: vec2<u32>,
}
@group(0) @binding(0) var<storage, read> input: array<Particle>;
@group(0) @binding(1) var<storage, read_write> output: array<u32>;

@compute @workgroup_size(64)
fn main(@builtin(local_invocation_index) lid: u32) {
    output[lid] = input[lid].speed.y;
}
