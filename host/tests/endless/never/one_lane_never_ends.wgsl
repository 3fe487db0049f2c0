// endless
// grid = [1]
// [[buffer]]
// name = 'out'
// type = 'u32'
// len = 64

@group(0) @binding(0) var<storage, read_write> out: array<u32>;

@compute @workgroup_size(64)
fn one_lane_never_ends(@builtin(local_invocation_index) t: u32) {
    let step = select(1u, 0u, t == 37u);
    var i = 0u;
    while (i < 100u) { // here
        i += step;
    }
    out[t] = i;
}
