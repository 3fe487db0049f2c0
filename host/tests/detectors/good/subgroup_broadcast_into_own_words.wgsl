// expect: nothing
// grid: 1  buffers: 128 128
// Every lane writes a word of its own with what the first lane has read.

@group(0) @binding(0) var<storage, read> input: array<u32>;
@group(0) @binding(1) var<storage, read_write> output: array<u32>;

var<workgroup> tile: array<u32, 128>;

@compute @workgroup_size(128)
fn main(@builtin(local_invocation_index) lid: u32, @builtin(subgroup_size) width: u32) {
    tile[lid] = subgroupBroadcastFirst(input[lid]);
    subgroupBarrier();
    let first = lid / width * width;
    output[lid] = tile[first] + subgroupShuffleXor(tile[lid], 1u);
}
