// endless
// grid = [1]
// [[buffer]]
// name = 'keys'
// type = 'u32'
// data = [1, 2, 3, 4, 5, 6, 7, 8]
// [[buffer]]
// name = 'out'
// type = 'u32'
// len = 1

@group(0) @binding(0) var<storage> keys: array<u32>;
@group(0) @binding(1) var<storage, read_write> out: array<u32>;

@compute @workgroup_size(32)
fn full_table(@builtin(local_invocation_index) t: u32) {
    var slot = t % 8u;
    while (keys[slot] != 9u) { // here
        slot = (slot + 1u) % 8u;
    }
    out[0] = slot;
}
