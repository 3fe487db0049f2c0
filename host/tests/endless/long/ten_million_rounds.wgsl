// ends in order
// grid = [1]
// [[buffer]]
// name = 'out'
// type = 'u32'
// len = 1
// expect = [10000000]

@group(0) @binding(0) var<storage, read_write> out: array<u32>;

@compute @workgroup_size(1)
fn ten_million_rounds(@builtin(local_invocation_index) t: u32) {
    var i = 0u;
    loop {
        i += 1u;
        if (i == 10000000u) {
            break;
        }
    }
    out[0] = i;
}
