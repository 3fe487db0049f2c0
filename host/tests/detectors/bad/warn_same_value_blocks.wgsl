// expect: warning race 10 10
// grid: 2  buffers: 64 1
// All threads of all blocks set the same flag.

@group(0) @binding(0) var<storage, read> input: array<u32>;
@group(0) @binding(1) var<storage, read_write> output: array<u32>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    output[0] = 1u;
}
