// ends
// grid = [4]
// [[buffer]]
// name = 'queue'
// type = 'u32'
// len = 1
// [[buffer]]
// name = 'done'
// type = 'u32'
// len = 1
// expect = [30000]

@group(0) @binding(0) var<storage, read_write> queue: array<atomic<u32>>;
@group(0) @binding(1) var<storage, read_write> done: array<atomic<u32>>;

@compute @workgroup_size(64)
fn persistent_threads(@builtin(local_invocation_index) t: u32) {
    loop {
        let work = atomicAdd(&queue[0], 1u);
        if (work >= 30000u) {
            break;
        }
        atomicAdd(&done[0], 1u);
    }
}
