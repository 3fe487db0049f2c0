// expect: nothing
// grid: 1  buffers: 128 128
// Every warp works on words of its own, ordered by its own barriers.

@group(0) @binding(0) var<storage, read> input: array<u32>;
@group(0) @binding(1) var<storage, read_write> output: array<u32>;

var<workgroup> tile: array<u32, 128>;

@compute @workgroup_size(128)
fn main(
    @builtin(local_invocation_index) lid: u32,
    @builtin(subgroup_invocation_id) lane: u32,
    @builtin(subgroup_size) width: u32,
) {
    let first = lid - lane;
    tile[lid] = input[lid];
    subgroupBarrier();
    for (var i = 1u; i < 4u; i++) {
        let next = tile[first + (lane + i) % width];
        subgroupBarrier();
        tile[lid] += next;
        subgroupBarrier();
    }
    output[lid] = tile[first];
}
