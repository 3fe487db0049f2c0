// ends
// grid = [2]
// [[buffer]]
// name = 'flag'
// type = 'u32'
// len = 1
// [[buffer]]
// name = 'out'
// type = 'u32'
// len = 1
// expect = [64]

@group(0) @binding(0) var<storage, read_write> flag: array<atomic<u32>>;
@group(0) @binding(1) var<storage, read_write> out: array<atomic<u32>>;

fn wait(wanted: u32) -> u32 {
    loop {
        let found = atomicLoad(&flag[0]);
        if (found >= wanted) {
            return found;
        }
    }
    return 0u;
}

@compute @workgroup_size(64)
fn wait_in_a_function(@builtin(local_invocation_index) t: u32, @builtin(workgroup_id) block: vec3<u32>) {
    if (block.x == 0u) {
        atomicAdd(&out[0], wait(64u) / 64u);
    } else {
        atomicAdd(&flag[0], 1u);
    }
}
