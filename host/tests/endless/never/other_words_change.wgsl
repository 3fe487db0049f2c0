// endless
// grid = [2]
// [[buffer]]
// name = 'flags'
// type = 'u32'
// len = 8

@group(0) @binding(0) var<storage, read_write> flags: array<atomic<u32>>;

@compute @workgroup_size(64)
fn other_words_change(@builtin(local_invocation_index) t: u32, @builtin(workgroup_id) block: vec3<u32>) {
    // The first warp stands still, the others change what lies beside its flag.
    if (t < 32u && block.x == 0u) {
        while (atomicLoad(&flags[0]) == 0u) { // here
        }
    } else {
        for (var i = 0u; i < 1000u; i++) {
            atomicAdd(&flags[1u + t % 7u], 1u);
        }
    }
}
