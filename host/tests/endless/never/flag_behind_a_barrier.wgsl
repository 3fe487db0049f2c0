// endless
// grid = [1]
// [[buffer]]
// name = 'out'
// type = 'u32'
// len = 1

@group(0) @binding(0) var<storage, read_write> out: array<u32>;
var<workgroup> flag: atomic<u32>;

@compute @workgroup_size(64)
fn flag_behind_a_barrier(@builtin(local_invocation_index) t: u32) {
    if (t == 0u) {
        while (atomicLoad(&flag) == 0u) { // here
        }
    }
    workgroupBarrier();
    if (t == 40u) {
        atomicStore(&flag, 1u);
    }
    out[0] = 1u;
}
