// endless
// grid = [1]
// [[buffer]]
// name = 'out'
// type = 'u32'
// len = 1

@group(0) @binding(0) var<storage, read_write> out: array<u32>;

@compute @workgroup_size(32)
fn outer_forgotten(@builtin(local_invocation_index) t: u32) {
    var i = 0u;
    var sum = 0u;
    while (i < 4u) { // here
        for (var j = 0u; j < 100u; j++) {
            sum += j;
        }
    }
    out[0] = sum;
}
