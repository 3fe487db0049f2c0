// expect: race 15 18
// grid: 1  buffers: 64 64
// A plain read instead of a uniform load, with one barrier of two.

@group(0) @binding(0) var<storage, read> input: array<u32>;
@group(0) @binding(1) var<storage, read_write> output: array<u32>;

var<workgroup> limit: u32;

@compute @workgroup_size(64)
fn main(@builtin(local_invocation_index) lid: u32) {
    var sum = 0u;
    for (var round = 0u; round < 3u; round++) {
        if lid == round {
            limit = input[lid];
        }
        workgroupBarrier();
        sum += limit;
    }
    output[lid] = sum;
}
