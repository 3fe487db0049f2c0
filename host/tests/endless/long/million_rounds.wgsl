// ends
// grid = [1]
// [[buffer]]
// name = 'out'
// type = 'u32'
// len = 1
// expect = [1000000]

@group(0) @binding(0) var<storage, read_write> out: array<u32>;

@compute @workgroup_size(32)
fn million_rounds(@builtin(local_invocation_index) t: u32) {
    var i = 0u;
    while (i != 1000000u) {
        i += 1u;
    }
    out[0] = i;
}
