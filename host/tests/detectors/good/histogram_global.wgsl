// expect: nothing
// grid: 3  buffers: 192 8
// A histogram in global memory with atomics, over several blocks.

@group(0) @binding(0) var<storage, read> input: array<u32>;
@group(0) @binding(1) var<storage, read_write> output: array<atomic<u32>>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    atomicAdd(&output[input[id.x] % 8u], 1u);
}
