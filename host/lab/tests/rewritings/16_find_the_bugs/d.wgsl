// Blocks of 32, renamed, with select and a while loop.

const BLOCK = 32u;

struct Length {
    n: u32,
}

@group(0) @binding(0) var<uniform> params: Length;
@group(0) @binding(1) var<storage, read_write> total: atomic<u32>;
@group(0) @binding(2) var<storage, read_write> output: array<u32>;
@group(0) @binding(3) var<storage, read> input: array<u32>;

var<workgroup> window: array<u32, BLOCK + 2u>;
var<workgroup> tree: array<u32, BLOCK>;

fn element(i: i32) -> u32 {
    if i < 0 || i >= i32(params.n) {
        return 0u;
    }
    return input[i];
}

@compute @workgroup_size(BLOCK)
fn smooth_signal(
    @builtin(global_invocation_id) place: vec3<u32>,
    @builtin(local_invocation_index) me: u32,
) {
    let i = i32(place.x);
    let mine = element(i);
    window[me + 1u] = mine;
    tree[me] = mine;
    if me == 0u {
        window[0] = element(i - 1);
    } else if me == BLOCK - 1u {
        window[BLOCK + 1u] = element(i + 1);
    }
    workgroupBarrier();
    if place.x < params.n {
        output[place.x] = window[me] + window[me + 1u] + window[me + 2u];
    }
    var half = BLOCK >> 1u;
    while half != 0u {
        if me < half {
            tree[me] += tree[me + half];
        }
        workgroupBarrier();
        half >>= 1u;
    }
    if me == 0u {
        atomicAdd(&total, tree[0]);
    }
}
