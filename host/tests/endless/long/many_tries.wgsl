// ends
// grid = [2]
// [[buffer]]
// name = 'flag'
// type = 'u32'
// len = 1
// [[buffer]]
// name = 'seen'
// type = 'u32'
// len = 1
// expect = [1]

@group(0) @binding(0) var<storage, read_write> flag: array<atomic<u32>>;
@group(0) @binding(1) var<storage, read_write> seen: array<atomic<u32>>;

@compute @workgroup_size(64)
fn many_tries(@builtin(local_invocation_index) t: u32, @builtin(workgroup_id) block: vec3<u32>) {
    if (t == 0u && block.x == 0u) {
        for (var tries = 0u; tries < 100000u; tries++) {
            if (atomicLoad(&flag[0]) == 1u) {
                atomicStore(&seen[0], 1u);
                break;
            }
        }
    }
    if (t == 0u && block.x == 1u) {
        atomicStore(&flag[0], 1u);
    }
}
