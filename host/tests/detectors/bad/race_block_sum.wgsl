// expect: race 11 11
// grid: 3  buffers: 192 1
// Thread 0 of each block adds to the same word.

@group(0) @binding(0) var<storage, read> input: array<u32>;
@group(0) @binding(1) var<storage, read_write> output: array<u32>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3<u32>, @builtin(local_invocation_index) lid: u32) {
    if lid == 0u {
        output[0] += input[id.x];
    }
}
