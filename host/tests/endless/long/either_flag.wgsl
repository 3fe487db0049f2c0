// ends
// grid = [3]
// [[buffer]]
// name = 'flags'
// type = 'u32'
// len = 2
// [[buffer]]
// name = 'out'
// type = 'u32'
// len = 1
// expect = [2]

@group(0) @binding(0) var<storage, read_write> flags: array<atomic<u32>>;
@group(0) @binding(1) var<storage, read_write> out: array<atomic<u32>>;

@compute @workgroup_size(32)
fn either_flag(@builtin(local_invocation_index) t: u32, @builtin(workgroup_id) block: vec3<u32>) {
    if (t == 0u) {
        if (block.x == 2u) {
            atomicStore(&flags[1], 1u);
        } else {
            loop {
                if (atomicLoad(&flags[0]) != 0u) {
                    break;
                }
                if (atomicLoad(&flags[1]) != 0u) {
                    break;
                }
            }
            atomicAdd(&out[0], 1u);
        }
    }
}
