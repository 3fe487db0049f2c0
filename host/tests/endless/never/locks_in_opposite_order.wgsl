// endless
// grid = [1]
// [[buffer]]
// name = 'locks'
// type = 'u32'
// len = 2
// [[buffer]]
// name = 'ready'
// type = 'u32'
// len = 1

@group(0) @binding(0) var<storage, read_write> locks: array<atomic<u32>>;
@group(0) @binding(1) var<storage, read_write> ready: array<atomic<u32>>;

@compute @workgroup_size(64)
fn locks_in_opposite_order(@builtin(local_invocation_index) t: u32) {
    if (t % 32u == 0u) {
        let own = t / 32u;
        while (atomicExchange(&locks[own], 1u) != 0u) {
        }
        atomicAdd(&ready[0], 1u);
        while (atomicLoad(&ready[0]) < 2u) {
        }
        while (atomicExchange(&locks[1u - own], 1u) != 0u) { // here
        }
        atomicStore(&locks[1u - own], 0u);
        atomicStore(&locks[own], 0u);
    }
}
