// Blocks of 512, with subgroupAdd, renamed.

const BLOCK = 512u;

struct Length {
    n: u32,
}

@group(0) @binding(0) var<uniform> params: Length;
@group(0) @binding(1) var<storage, read_write> total: atomic<u32>;
@group(0) @binding(2) var<storage, read> input: array<u32>;

var<workgroup> parts: array<u32, 128>;

@compute @workgroup_size(BLOCK)
fn sum(
    @builtin(global_invocation_id) place: vec3<u32>,
    @builtin(subgroup_id) warp: u32,
    @builtin(subgroup_invocation_id) lane: u32,
    @builtin(num_subgroups) warps: u32,
) {
    var mine = 0u;
    if place.x < params.n {
        mine = input[place.x];
    }
    let part = subgroupAdd(mine);
    if lane == 0u {
        parts[warp] = part;
    }
    workgroupBarrier();
    if warp > 0u {
        return;
    }
    var other = 0u;
    if lane < warps {
        other = parts[lane];
    }
    let all = subgroupAdd(other);
    if lane == 0u {
        atomicAdd(&total, all);
    }
}
