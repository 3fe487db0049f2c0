// expect: race 11 11
// grid: 2  buffers: 128 16
// Threads of a row add to the row's sum, in a block of two dimensions.

@group(0) @binding(0) var<storage, read> input: array<f32>;
@group(0) @binding(1) var<storage, read_write> sums: array<f32>;

@compute @workgroup_size(8, 8)
fn main(@builtin(local_invocation_id) at: vec3<u32>, @builtin(workgroup_id) group: vec3<u32>) {
    let row = group.x * 8u + at.y;
    sums[row] = sums[row] + input[row * 8u + at.x];
}
