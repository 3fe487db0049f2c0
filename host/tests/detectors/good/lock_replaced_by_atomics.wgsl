// expect: nothing
// grid: 4  buffers: 64 8
// The place in the list comes from an atomic, and each block writes to its own.

@group(0) @binding(0) var<storage, read> input: array<u32>;
@group(0) @binding(1) var<storage, read_write> list: array<atomic<u32>>;

@compute @workgroup_size(32)
fn main(@builtin(local_invocation_index) lid: u32, @builtin(workgroup_id) group: vec3<u32>) {
    if lid == 0u {
        let end = atomicAdd(&list[0], 1u);
        atomicStore(&list[1u + end], input[group.x]);
    }
}
