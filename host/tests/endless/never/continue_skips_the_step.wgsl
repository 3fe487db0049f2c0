// endless
// grid = [1]
// [[buffer]]
// name = 'out'
// type = 'u32'
// len = 1

@group(0) @binding(0) var<storage, read_write> out: array<u32>;

@compute @workgroup_size(32)
fn continue_skips_the_step(@builtin(local_invocation_index) t: u32) {
    var i = 0u;
    loop { // here
        if (i == 10u) {
            break;
        }
        if (i == 5u) {
            continue;
        }
        i += 1u;
    }
    out[0] = i;
}
