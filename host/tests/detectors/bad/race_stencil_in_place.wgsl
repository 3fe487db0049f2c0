// expect: race 11 12
// grid: 2  buffers: 64 128
// A stencil in place: neighbours are read while they are written.

@group(0) @binding(0) var<storage, read> input: array<u32>;
@group(0) @binding(1) var<storage, read_write> output: array<u32>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    if id.x > 0u && id.x < 127u {
        let sum = output[id.x - 1u] + output[id.x + 1u];
        output[id.x] = sum;
    }
}
