// expect: nothing
// grid: 2  buffers: 100 128
// The condition looks at the value first, but whatever it is, the index decides.

@group(0) @binding(0) var<storage, read> input: array<u32>;
@group(0) @binding(1) var<storage, read_write> output: array<u32>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    let value = input[id.x];
    if value % 2u == 0u && id.x < 100u {
        output[id.x] = value;
    }
}
