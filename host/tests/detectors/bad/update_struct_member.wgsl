// expect: race 15 15
// grid: 2  buffers: 128 8
// All threads add to a member of one structure.

struct Sums {
    count: u32,
    total: u32,
    most: vec2<u32>,
}
@group(0) @binding(0) var<storage, read> input: array<u32>;
@group(0) @binding(1) var<storage, read_write> sums: Sums;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    sums.total += input[id.x];
}
