// expect: race 12 14
// grid: 1  buffers: 128 128
// A barrier of the warp does not order two warps.

@group(0) @binding(0) var<storage, read> input: array<u32>;
@group(0) @binding(1) var<storage, read_write> output: array<u32>;

var<workgroup> tile: array<u32, 128>;

@compute @workgroup_size(128)
fn main(@builtin(local_invocation_index) lid: u32) {
    tile[lid] = input[lid];
    subgroupBarrier();
    output[lid] = tile[(lid + 64u) % 128u];
}
