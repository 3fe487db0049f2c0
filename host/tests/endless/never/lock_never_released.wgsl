// endless
// grid = [2]
// [[buffer]]
// name = 'lock'
// type = 'u32'
// len = 1

@group(0) @binding(0) var<storage, read_write> lock: array<atomic<u32>>;

@compute @workgroup_size(64)
fn lock_never_released(@builtin(local_invocation_index) t: u32) {
    while (atomicExchange(&lock[0], 1u) != 0u) { // here
    }
}
