// expect: nothing
// grid: 2  buffers: 128 1 128
// One lane of a subgroup takes the places for all of them.

@group(0) @binding(0) var<storage, read> input: array<u32>;
@group(0) @binding(1) var<storage, read_write> count: atomic<u32>;
@group(0) @binding(2) var<storage, read_write> output: array<u32>;

@compute @workgroup_size(64)
fn main(
    @builtin(global_invocation_id) id: vec3<u32>,
    @builtin(subgroup_invocation_id) lane: u32,
) {
    let keep = input[id.x] % 3u == 0u;
    let place = subgroupExclusiveAdd(select(0u, 1u, keep));
    let kept = subgroupAdd(select(0u, 1u, keep));
    var first = 0u;
    if lane == 0u {
        first = atomicAdd(&count, kept);
    }
    first = subgroupBroadcastFirst(first);
    if keep {
        output[first + place] = input[id.x];
    }
}
