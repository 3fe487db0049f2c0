// endless
// grid = [1]
// [[buffer]]
// name = 'lock'
// type = 'u32'
// len = 1

@group(0) @binding(0) var<storage, read_write> lock: array<atomic<u32>>;

@compute @workgroup_size(32)
fn lock_taken_twice(@builtin(local_invocation_index) t: u32) {
    if (t == 7u) {
        loop {
            if (atomicCompareExchangeWeak(&lock[0], 0u, 1u).exchanged) {
                break;
            }
        }
        loop { // here
            if (atomicCompareExchangeWeak(&lock[0], 0u, 1u).exchanged) {
                break;
            }
        }
        atomicStore(&lock[0], 0u);
    }
}
