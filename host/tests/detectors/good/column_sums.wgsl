// expect: nothing
// grid: 1  buffers: 64 64
// One thread for each column adds it up.

@group(0) @binding(0) var<storage, read> input: array<u32>;
@group(0) @binding(1) var<storage, read_write> output: array<u32>;

@compute @workgroup_size(8, 8)
fn main(@builtin(local_invocation_id) at: vec3<u32>) {
    if at.y == 0u {
        var sum = 0u;
        for (var row = 0u; row < 8u; row++) {
            sum += input[row * 8u + at.x];
        }
        output[at.x] = sum;
    }
}
