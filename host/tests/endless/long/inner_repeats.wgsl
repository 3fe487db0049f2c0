// ends
// grid = [1]
// [[buffer]]
// name = 'out'
// type = 'u32'
// len = 1
// expect = [2000000]

@group(0) @binding(0) var<storage, read_write> out: array<u32>;

@compute @workgroup_size(32)
fn inner_repeats(@builtin(local_invocation_index) t: u32) {
    var sum = 0u;
    for (var i = 0u; i < 20000u; i++) {
        var j = 0u;
        while (j < 100u) {
            j += 1u;
        }
        sum += j;
    }
    out[0] = sum;
}
