// expect: nothing
// grid: 3  buffers: 64 192
// Each thread changes its own word of a buffer in place, again and again.

@group(0) @binding(0) var<storage, read> input: array<u32>;
@group(0) @binding(1) var<storage, read_write> output: array<u32>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    for (var i = 0u; i < 5u; i++) {
        output[id.x] = output[id.x] * 3u + i;
    }
}
