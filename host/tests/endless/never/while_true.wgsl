// endless
// grid = [1]
// [[buffer]]
// name = 'out'
// type = 'u32'
// len = 1

@group(0) @binding(0) var<storage, read_write> out: array<u32>;

@compute @workgroup_size(33)
fn while_true(@builtin(local_invocation_index) t: u32) {
    var rounds = 0u;
    while (true) { // here
        rounds += 1u;
        out[0] = rounds;
    }
}
