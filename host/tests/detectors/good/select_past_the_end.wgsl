// expect: nothing
// grid: 2  buffers: 100 128
// What is read past the end is thrown away, in three ways of writing it.

@group(0) @binding(0) var<storage, read> input: array<u32>;
@group(0) @binding(1) var<storage, read_write> output: array<u32>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    let inside = id.x < 100u;
    let value = input[id.x];
    var sum = select(0u, value, inside);
    sum += select(7u, input[id.x + 1u], id.x + 1u < arrayLength(&input));
    if inside {
        sum += value;
    }
    output[id.x] = sum;
}
