// endless
// grid = [1]
// [[buffer]]
// name = 'out'
// type = 'u32'
// len = 1

@group(0) @binding(0) var<storage, read_write> out: array<u32>;

@compute @workgroup_size(32)
fn subtracting_zero(@builtin(local_invocation_index) t: u32) {
    var a = t;
    var b = 12u;
    while (a != b) { // here
        if (a > b) {
            a -= b;
        } else {
            b -= a;
        }
    }
    out[0] = a;
}
