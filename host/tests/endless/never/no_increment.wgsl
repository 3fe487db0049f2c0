// endless
// grid = [1]
// [[buffer]]
// name = 'out'
// type = 'u32'
// len = 1

@group(0) @binding(0) var<storage, read_write> out: array<u32>;

@compute @workgroup_size(32)
fn no_increment(@builtin(local_invocation_index) t: u32) {
    var i = 0u;
    var sum = 0u;
    while (i < 8u) { // here
        sum += i + t;
    }
    out[0] = sum;
}
