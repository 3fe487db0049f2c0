// expect: nothing
// grid: 1 buffers: 64 64
@group(0) @binding(0) var<storage, read> input: array<u32>;
@group(0) @binding(1) var<storage, read_write> output: array<u32>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3u) {
    let i = id.x;
    output[i] = 1u << (input[i] % 40u);
}
