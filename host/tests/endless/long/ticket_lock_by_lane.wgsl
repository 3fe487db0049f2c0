// ends
// grid = [3]
// [[buffer]]
// name = 'tickets'
// type = 'u32'
// len = 2
// [[buffer]]
// name = 'count'
// type = 'u32'
// len = 1
// expect = [192]

@group(0) @binding(0) var<storage, read_write> tickets: array<atomic<u32>>;
@group(0) @binding(1) var<storage, read_write> count: array<atomic<u32>>;

@compute @workgroup_size(64)
fn ticket_lock_by_lane(@builtin(local_invocation_index) t: u32) {
    let mine = atomicAdd(&tickets[0], 1u);
    while (atomicLoad(&tickets[1]) != mine) {
    }
    let old = atomicLoad(&count[0]);
    atomicStore(&count[0], old + 1u);
    atomicAdd(&tickets[1], 1u);
}
