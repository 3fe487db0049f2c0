// ends
// grid = [6]
// [[buffer]]
// name = 'flag'
// type = 'u32'
// len = 1
// [[buffer]]
// name = 'out'
// type = 'u32'
// len = 1
// expect = [42]

@group(0) @binding(0) var<storage, read_write> flag: array<atomic<u32>>;
@group(0) @binding(1) var<storage, read_write> out: array<atomic<u32>>;

@compute @workgroup_size(32)
fn first_block_waits_for_last(@builtin(local_invocation_index) t: u32, @builtin(workgroup_id) block: vec3<u32>) {
    if (t == 0u && block.x == 0u) {
        while (atomicLoad(&flag[0]) == 0u) {
        }
        atomicAdd(&out[0], 1u);
    }
    if (t == 0u && block.x == 5u) {
        atomicStore(&out[0], 41u);
        atomicStore(&flag[0], 1u);
    }
}
