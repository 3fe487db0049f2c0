// ends
// grid = [12]
// [[buffer]]
// name = 'state'
// type = 'u32'
// len = 12
// [[buffer]]
// name = 'sums'
// type = 'u32'
// len = 12
// expect = [1, 3, 6, 10, 15, 21, 28, 36, 45, 55, 66, 78]

@group(0) @binding(0) var<storage, read_write> state: array<atomic<u32>>;
@group(0) @binding(1) var<storage, read_write> sums: array<atomic<u32>>;

@compute @workgroup_size(32)
fn look_back(@builtin(local_invocation_index) t: u32, @builtin(workgroup_id) block: vec3<u32>, @builtin(num_workgroups) grid: vec3<u32>) {
    // Blocks in reverse, so that every one but the last has to wait.
    let part = grid.x - 1u - block.x;
    if (t == 0u) {
        var sum = part + 1u;
        var at = part;
        while (at > 0u) {
            // Either a part of the way or all of it.
            let found = atomicLoad(&state[at - 1u]);
            if (found >= 0x10000u) {
                sum += found - 0x10000u;
                break;
            }
            if (found != 0u) {
                sum += found;
                at -= 1u;
            }
        }
        atomicStore(&sums[part], sum);
        atomicStore(&state[part], 0x10000u + sum);
    }
}
