// endless
// grid = [4]
// [[buffer]]
// name = 'flag'
// type = 'u32'
// len = 2

@group(0) @binding(0) var<storage, read_write> flag: array<atomic<u32>>;

@compute @workgroup_size(64)
fn flag_nobody_sets(@builtin(local_invocation_index) t: u32) {
    var rounds = 0u;
    loop { // here
        rounds += 1u;
        if (atomicLoad(&flag[0]) == 1u) {
            break;
        }
    }
    atomicStore(&flag[1], rounds);
}
