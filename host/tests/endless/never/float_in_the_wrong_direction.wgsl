// endless
// grid = [1]
// [[buffer]]
// name = 'out'
// type = 'u32'
// len = 1

@group(0) @binding(0) var<storage, read_write> out: array<u32>;

@compute @workgroup_size(32)
fn float_in_the_wrong_direction(@builtin(local_invocation_index) t: u32) {
    var x = f32(t) + 1.0;
    while (x > 0.0) { // here
        x += 0.5;
    }
    out[0] = 1u;
}
