// expect: nothing
// grid: 3  buffers: 200 200
// A loop over the grid gives each word to one thread.

@group(0) @binding(0) var<storage, read> input: array<u32>;
@group(0) @binding(1) var<storage, read_write> output: array<u32>;

@compute @workgroup_size(32)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    for (var i = id.x; i < 200u; i += 96u) {
        output[i] = input[i] + 1u;
    }
}
