// ends
// grid = [1]
// [[buffer]]
// name = 'lock'
// type = 'u32'
// len = 1
// [[buffer]]
// name = 'count'
// type = 'u32'
// len = 2
// expect = [32, 496]

@group(0) @binding(0) var<storage, read_write> lock: array<atomic<u32>>;
@group(0) @binding(1) var<storage, read_write> count: array<atomic<u32>>;

@compute @workgroup_size(32)
fn lock_then_together(@builtin(local_invocation_index) t: u32) {
    while (atomicExchange(&lock[0], 1u) != 0u) {
    }
    let old = atomicLoad(&count[0]);
    atomicStore(&count[0], old + 1u);
    atomicStore(&lock[0], 0u);
    let all = subgroupAdd(t);
    if (t == 3u) {
        atomicStore(&count[1], all);
    }
}
