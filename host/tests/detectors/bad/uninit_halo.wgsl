// expect: warning uninit 14
// grid: 1  buffers: 64 64
// The borders of the tile are never filled.

@group(0) @binding(0) var<storage, read> input: array<u32>;
@group(0) @binding(1) var<storage, read_write> output: array<u32>;

var<workgroup> tile: array<u32, 64>;

@compute @workgroup_size(62)
fn main(@builtin(local_invocation_index) lid: u32) {
    tile[lid + 1u] = input[lid];
    workgroupBarrier();
    output[lid] = tile[lid] + 1u;
}
