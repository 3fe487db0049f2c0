// expect: nothing
// grid: 1  buffers: 64 64
// The last steps of a reduction in one warp, with its own barriers.

@group(0) @binding(0) var<storage, read> input: array<u32>;
@group(0) @binding(1) var<storage, read_write> output: array<u32>;

var<workgroup> tile: array<u32, 64>;

@compute @workgroup_size(64)
fn main(@builtin(local_invocation_index) lid: u32) {
    tile[lid] = input[lid];
    workgroupBarrier();
    if lid < 8u {
        var sum = tile[lid] + tile[lid + 8u];
        subgroupBarrier();
        tile[lid] = sum;
        subgroupBarrier();
        sum += tile[(lid + 4u) % 8u];
        subgroupBarrier();
        tile[lid] = sum;
        subgroupBarrier();
        if lid == 0u {
            output[0] = tile[0] + tile[1];
        }
    }
}
