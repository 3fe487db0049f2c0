// expect: race 12 15
// grid: 1  buffers: 64 64
// The first step of the reduction does not wait for the load.

@group(0) @binding(0) var<storage, read> input: array<u32>;
@group(0) @binding(1) var<storage, read_write> output: array<u32>;

var<workgroup> tile: array<u32, 64>;

@compute @workgroup_size(64)
fn main(@builtin(local_invocation_index) lid: u32) {
    tile[lid] = input[lid];
    for (var stride = 32u; stride > 0u; stride /= 2u) {
        if lid < stride {
            tile[lid] += tile[lid + stride];
        }
        workgroupBarrier();
    }
    if lid == 0u {
        output[0] = tile[0];
    }
}
