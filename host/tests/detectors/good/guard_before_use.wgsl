// expect: nothing
// grid: 2  buffers: 100 128
// The value is read before the guard, and only looked at behind it.

@group(0) @binding(0) var<storage, read> input: array<u32>;
@group(0) @binding(1) var<storage, read_write> output: array<u32>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    let value = input[id.x];
    let next = input[id.x + 1u];
    if id.x < 99u && value + 1u == next {
        output[id.x] = value;
    }
}
