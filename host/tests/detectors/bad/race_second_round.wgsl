// expect: race 14 18
// grid: 1  buffers: 64 64
// The barrier is only there in the first round of the loop.

@group(0) @binding(0) var<storage, read> input: array<u32>;
@group(0) @binding(1) var<storage, read_write> output: array<u32>;

var<workgroup> tile: array<u32, 64>;

@compute @workgroup_size(64)
fn main(@builtin(local_invocation_index) lid: u32) {
    var sum = 0u;
    for (var i = 0u; i < 2u; i++) {
        tile[lid] = input[lid] + i;
        if i == 0u {
            workgroupBarrier();
        }
        sum += tile[63u - lid];
        if i == 0u {
            workgroupBarrier();
        }
    }
    output[lid] = sum;
}
