// ends
// grid = [3]
// [[buffer]]
// name = 'lock'
// type = 'u32'
// len = 1
// [[buffer]]
// name = 'count'
// type = 'u32'
// len = 1
// expect = [192]

@group(0) @binding(0) var<storage, read_write> lock: array<atomic<u32>>;
@group(0) @binding(1) var<storage, read_write> count: array<atomic<u32>>;

@compute @workgroup_size(64)
fn spin_lock_by_lane(@builtin(local_invocation_index) t: u32) {
    loop {
        if (atomicCompareExchangeWeak(&lock[0], 0u, 1u).exchanged) {
            break;
        }
    }
    let old = atomicLoad(&count[0]);
    atomicStore(&count[0], old + 1u);
    atomicStore(&lock[0], 0u);
}
