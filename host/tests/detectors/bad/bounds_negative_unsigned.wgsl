// expect: warning bounds 14
// grid: 1  buffers: 64 64
// Thread 0 subtracts one from zero.

@group(0) @binding(0) var<storage, read> input: array<u32>;
@group(0) @binding(1) var<storage, read_write> output: array<u32>;

var<workgroup> tile: array<u32, 64>;

@compute @workgroup_size(64)
fn main(@builtin(local_invocation_index) lid: u32) {
    tile[lid] = input[lid];
    workgroupBarrier();
    output[lid] = tile[lid - 1u];
}
