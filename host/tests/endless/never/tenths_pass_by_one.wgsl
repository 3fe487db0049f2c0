// endless
// grid = [1]
// [[buffer]]
// name = 'out'
// type = 'u32'
// len = 1

@group(0) @binding(0) var<storage, read_write> out: array<u32>;

@compute @workgroup_size(32)
fn tenths_pass_by_one(@builtin(local_invocation_index) t: u32) {
    var rounds = 0u;
    for (var x = 0.0; x != 1.0; x += 0.1) { // here
        rounds += 1u;
    }
    out[0] = rounds;
}
