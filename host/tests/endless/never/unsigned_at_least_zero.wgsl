// endless
// grid = [1]
// [[buffer]]
// name = 'out'
// type = 'u32'
// len = 1

@group(0) @binding(0) var<storage, read_write> out: array<u32>;

@compute @workgroup_size(32)
fn unsigned_at_least_zero(@builtin(local_invocation_index) t: u32) {
    var sum = 0u;
    for (var step = 128u; step >= 0u; step -= 1u) { // here
        sum += step & 1u;
    }
    out[0] = sum;
}
