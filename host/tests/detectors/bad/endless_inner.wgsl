// expect: endless 12
// grid: 1  buffers: 64 64  budget: 40000
// The outer loop would end, but the inner one counts the wrong variable.

@group(0) @binding(0) var<storage, read> input: array<u32>;
@group(0) @binding(1) var<storage, read_write> output: array<u32>;

@compute @workgroup_size(64)
fn main(@builtin(local_invocation_index) lid: u32) {
    var x = 0u;
    for (var i = 0u; i < 16u; i++) {
        for (var j = 0u; j < 4u; x++) {
            output[lid] = x;
        }
    }
}
