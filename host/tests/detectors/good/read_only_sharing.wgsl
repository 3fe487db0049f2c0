// expect: nothing
// grid: 3  buffers: 64 192
// All threads of all blocks read the same words.

@group(0) @binding(0) var<storage, read> input: array<u32>;
@group(0) @binding(1) var<storage, read_write> output: array<u32>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3<u32>, @builtin(local_invocation_index) lid: u32) {
    var sum = 0u;
    for (var i = 0u; i < 64u; i++) {
        sum += input[i];
    }
    output[id.x] = sum + input[0];
}
