// endless
// grid = [1]
// [[buffer]]
// name = 'out'
// type = 'u32'
// len = 1

@group(0) @binding(0) var<storage, read_write> out: array<u32>;

@compute @workgroup_size(32)
fn float_stops_growing(@builtin(local_invocation_index) t: u32) {
    var x = 1.0;
    while (x != 0.1) { // here
        x = x * 0.5 + 0.06;
    }
    out[0] = u32(x);
}
