// ends
// grid = [1]
// [[buffer]]
// name = 'flag'
// type = 'u32'
// len = 1
// [[buffer]]
// name = 'rounds'
// type = 'u32'
// len = 1
// expect = [50]

@group(0) @binding(0) var<storage, read_write> flag: array<atomic<u32>>;
@group(0) @binding(1) var<storage, read_write> rounds: array<atomic<u32>>;

@compute @workgroup_size(96)
fn barrier_inside_spin(@builtin(local_invocation_index) t: u32) {
    var n = 0u;
    loop {
        if (t == 70u) {
            n += 1u;
            if (n == 50u) {
                atomicStore(&flag[0], 1u);
            }
        }
        workgroupBarrier();
        let done = atomicLoad(&flag[0]);
        workgroupBarrier();
        if (done == 1u) {
            break;
        }
    }
    if (t == 70u) {
        atomicStore(&rounds[0], n);
    }
}
