// Adds the sum of all elements to total.

struct Params {
    n: u32,
}

// A thread's subgroup: the warp of other APIs, of any width.
struct Subgroup {
    @builtin(subgroup_id) id: u32,
    @builtin(subgroup_size) size: u32,
    @builtin(subgroup_invocation_id) lane: u32,
    @builtin(num_subgroups) count: u32,
}

@group(0) @binding(0) var<storage, read> input: array<u32>;
@group(0) @binding(1) var<storage, read_write> total: atomic<u32>;
@group(0) @binding(2) var<uniform> params: Params;

// Threads per block.
const BLOCK = 256u;

var<workgroup> warp_sums: array<u32, BLOCK / 4u>;

// Warps add up by shuffles; shared memory carries one word for each of them.
@compute @workgroup_size(BLOCK)
fn sum(
    @builtin(workgroup_id) block: vec3<u32>,
    @builtin(local_invocation_id) thread: vec3<u32>,
    subgroup: Subgroup,
) {
    let i = block.x * BLOCK + thread.x;
    var value = 0u;
    if i < params.n {
        value = input[i];
    }

    value = warp_sum(value, subgroup.size);
    if subgroup.lane == 0u {
        warp_sums[subgroup.id] = value;
    }
    workgroupBarrier();

    if subgroup.id == 0u {
        value = 0u;
        if subgroup.lane < subgroup.count {
            value = warp_sums[subgroup.lane];
        }
        value = warp_sum(value, subgroup.size);
        if subgroup.lane == 0u {
            atomicAdd(&total, value);
        }
    }
}

// The sum over the warp, in its first lane.
fn warp_sum(value: u32, size: u32) -> u32 {
    var sum = value;
    for (var distance = size / 2u; distance > 0u; distance /= 2u) {
        sum += subgroupShuffleDown(sum, distance);
    }
    return sum;
}
