// expect: race 10 13
// grid: 2  buffers: 128 256
// Each block reads what the next block writes.

@group(0) @binding(0) var<storage, read> input: array<u32>;
@group(0) @binding(1) var<storage, read_write> output: array<u32>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3<u32>, @builtin(local_invocation_index) lid: u32) {
    output[id.x] = input[id.x];
    storageBarrier();
    if id.x + 1u < 128u {
        output[128u + id.x] = output[id.x + 1u];
    }
}
