// endless
// grid = [1]
// [[buffer]]
// name = 'out'
// type = 'u32'
// len = 1

@group(0) @binding(0) var<storage, read_write> out: array<u32>;

@compute @workgroup_size(32)
fn square_of_a_half(@builtin(local_invocation_index) t: u32) {
    var x = 0.5 + f32(t) * 0.01;
    while (x < 2.0) { // here
        x = x * x;
    }
    out[0] = u32(x);
}
