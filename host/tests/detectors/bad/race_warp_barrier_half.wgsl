// expect: race 15 18
// grid: 1  buffers: 64 64
// Only half of the lanes come to the warp's barrier, the others write.

@group(0) @binding(0) var<storage, read> input: array<u32>;
@group(0) @binding(1) var<storage, read_write> output: array<u32>;

var<workgroup> tile: array<u32, 16>;

@compute @workgroup_size(16)
fn main(@builtin(local_invocation_index) lid: u32) {
    tile[lid] = 0u;
    workgroupBarrier();
    if lid < 8u {
        tile[lid] = input[lid];
        subgroupBarrier();
    } else {
        output[lid] = tile[lid - 8u];
    }
}
