// ends
// grid = [1]
// [[buffer]]
// name = 'out'
// type = 'u32'
// len = 1
// expect = [1]

@group(0) @binding(0) var<storage, read_write> out: array<u32>;

@compute @workgroup_size(32)
fn slow_growth(@builtin(local_invocation_index) t: u32) {
    var x = 1.0;
    while (x < 2.0) {
        x = x * 1.000003;
    }
    out[0] = 1u;
}
