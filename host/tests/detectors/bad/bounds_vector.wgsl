// expect: warning bounds 10
// grid: 1  buffers: 64 64
// A quarter of the threads would do, since each reads four words.

@group(0) @binding(0) var<storage, read> input: array<vec4<u32>>;
@group(0) @binding(1) var<storage, read_write> output: array<u32>;

@compute @workgroup_size(64)
fn main(@builtin(local_invocation_index) lid: u32) {
    let quad = input[lid];
    output[lid] = quad.x + quad.w;
}
