// endless
// grid = [1]
// [[buffer]]
// name = 'flag'
// type = 'u32'
// len = 1

@group(0) @binding(0) var<storage, read_write> flag: array<atomic<u32>>;

@compute @workgroup_size(64)
fn flag_set_behind(@builtin(local_invocation_index) t: u32) {
    while (atomicLoad(&flag[0]) == 0u) { // here
    }
    atomicStore(&flag[0], 1u);
}
