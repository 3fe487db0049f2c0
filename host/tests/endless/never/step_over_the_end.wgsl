// endless
// grid = [1]
// [[buffer]]
// name = 'out'
// type = 'u32'
// len = 1

@group(0) @binding(0) var<storage, read_write> out: array<u32>;

@compute @workgroup_size(32)
fn step_over_the_end(@builtin(local_invocation_index) t: u32) {
    var i = t * 4u;
    while (i != 7u) { // here
        i += 2u;
    }
    out[0] = i;
}
