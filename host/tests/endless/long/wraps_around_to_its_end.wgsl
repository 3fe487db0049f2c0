// ends
// grid = [1]
// [[buffer]]
// name = 'out'
// type = 'u32'
// len = 1
// expect = [21847]

@group(0) @binding(0) var<storage, read_write> out: array<u32>;

@compute @workgroup_size(32)
fn wraps_around_to_its_end(@builtin(local_invocation_index) t: u32) {
    // It passes by the end a few times before it meets it.
    var rounds = 0u;
    for (var i = 3u; i != 0x50003u; i += 0x30000u) {
        rounds += 1u;
    }
    out[0] = rounds;
}
