// expect: race 16 17
// grid: 1  buffers: 64 64
// The last steps of a reduction without any barrier, trusting that a warp runs
// in step.

@group(0) @binding(0) var<storage, read> input: array<u32>;
@group(0) @binding(1) var<storage, read_write> output: array<u32>;

var<workgroup> tile: array<u32, 64>;

@compute @workgroup_size(64)
fn main(@builtin(local_invocation_index) lid: u32) {
    tile[lid] = input[lid];
    workgroupBarrier();
    if lid < 8u {
        tile[lid] += tile[lid + 8u];
        tile[lid] += tile[lid + 4u];
        if lid == 0u {
            output[0] = tile[0];
        }
    }
}
