// expect: nothing
// grid: 1  buffers: 64 64
// The number of rounds comes from a buffer, but is the same for all.

@group(0) @binding(0) var<storage, read> input: array<u32>;
@group(0) @binding(1) var<storage, read_write> output: array<u32>;

@compute @workgroup_size(64)
fn main(@builtin(local_invocation_index) lid: u32) {
    var sum = 0u;
    for (var i = 0u; i < input[5]; i++) {
        sum += i;
        workgroupBarrier();
    }
    output[lid] = sum;
}
