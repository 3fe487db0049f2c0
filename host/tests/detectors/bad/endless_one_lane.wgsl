// expect: endless 11
// grid: 1  buffers: 64 64  budget: 100000
// One lane never finds what it looks for.

@group(0) @binding(0) var<storage, read> input: array<u32>;
@group(0) @binding(1) var<storage, read_write> output: array<u32>;

@compute @workgroup_size(64)
fn main(@builtin(local_invocation_index) lid: u32) {
    var at = lid;
    while input[at] != 0u {
        at = (at + 2u) % 64u;
    }
    output[lid] = at;
}
