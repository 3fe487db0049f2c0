// expect: nothing
// grid: 1  buffers: 64 96
// After a barrier all threads read the same words.

@group(0) @binding(0) var<storage, read> input: array<u32>;
@group(0) @binding(1) var<storage, read_write> output: array<u32>;

var<workgroup> tile: array<u32, 64>;

@compute @workgroup_size(96)
fn main(@builtin(local_invocation_index) lid: u32) {
    if lid < 64u {
        tile[lid] = input[lid];
    }
    workgroupBarrier();
    var sum = 0u;
    for (var i = 0u; i < 64u; i++) {
        sum += tile[i] * (lid + 1u);
    }
    output[lid] = sum;
}
