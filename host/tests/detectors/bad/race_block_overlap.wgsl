// expect: race 10 12
// grid: 2  buffers: 128 128
// Each block writes one word too many, which is the first of the next.

@group(0) @binding(0) var<storage, read> input: array<u32>;
@group(0) @binding(1) var<storage, read_write> output: array<u32>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3<u32>, @builtin(local_invocation_index) lid: u32) {
    output[id.x] = input[id.x];
    if lid == 63u && id.x < 127u {
        output[id.x + 1u] = 0u;
    }
}
