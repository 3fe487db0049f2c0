// ends
// grid = [1]
// [[buffer]]
// name = 'out'
// type = 'u32'
// len = 1
// expect = [1]

@group(0) @binding(0) var<storage, read_write> out: array<u32>;

@compute @workgroup_size(32)
fn xorshift_until(@builtin(local_invocation_index) t: u32) {
    var x = 2463534242u;
    while ((x & 0xffffu) != 0x1234u) {
        x ^= x << 13u;
        x ^= x >> 17u;
        x ^= x << 5u;
    }
    out[0] = 1u;
}
