// expect: endless 11
// grid: 1  buffers: 64 64  budget: 20000
// The condition never changes.

@group(0) @binding(0) var<storage, read> input: array<u32>;
@group(0) @binding(1) var<storage, read_write> output: array<u32>;

@compute @workgroup_size(64)
fn main(@builtin(local_invocation_index) lid: u32) {
    var x = 0u;
    while x < 10u {
        x *= 2u;
    }
    output[lid] = x;
}
