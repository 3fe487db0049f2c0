// endless
// grid = [1]
// [[buffer]]
// name = 'out'
// type = 'u32'
// len = 32

@group(0) @binding(0) var<storage, read_write> out: array<u32>;

@compute @workgroup_size(32)
fn doubling_zero(@builtin(local_invocation_index) t: u32) {
    var stride = t;
    while (stride < 64u) { // here
        stride *= 2u;
    }
    out[t] = stride;
}
