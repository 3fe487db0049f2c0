// endless
// grid = [1]
// [[buffer]]
// name = 'flag'
// type = 'u32'
// len = 1

@group(0) @binding(0) var<storage, read_write> flag: array<atomic<u32>>;

@compute @workgroup_size(96)
fn barrier_inside_spin(@builtin(local_invocation_index) t: u32) {
    loop { // here
        workgroupBarrier();
        if (atomicLoad(&flag[0]) != 0u) {
            break;
        }
    }
}
