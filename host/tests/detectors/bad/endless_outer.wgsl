// expect: endless 11
// grid: 1  buffers: 64 64  budget: 40000
// The inner loop ends each time, the outer one never.

@group(0) @binding(0) var<storage, read> input: array<u32>;
@group(0) @binding(1) var<storage, read_write> output: array<u32>;

@compute @workgroup_size(64)
fn main(@builtin(local_invocation_index) lid: u32) {
    var x = 0u;
    while x < 10u {
        for (var i = 0u; i < 16u; i++) {
            output[lid] = i;
        }
    }
    output[lid] = x;
}
