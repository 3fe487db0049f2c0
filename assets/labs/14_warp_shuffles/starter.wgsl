// Adds the sum of all elements to total.

struct Params {
    n: u32,
}

@group(0) @binding(0) var<storage, read> input: array<u32>;
@group(0) @binding(1) var<storage, read_write> total: atomic<u32>;
@group(0) @binding(2) var<uniform> params: Params;

// Threads per block.
const BLOCK = 256u;

var<workgroup> sums: array<u32, BLOCK>;

// Each step of the tree goes through shared memory and ends with a barrier.
@compute @workgroup_size(BLOCK)
fn sum(
    @builtin(workgroup_id) block: vec3<u32>,
    @builtin(local_invocation_id) thread: vec3<u32>,
) {
    let t = thread.x;
    let i = block.x * BLOCK + t;
    var value = 0u;
    if i < params.n {
        value = input[i];
    }
    sums[t] = value;
    workgroupBarrier();

    for (var stride = BLOCK / 2u; stride > 0u; stride /= 2u) {
        if t < stride {
            sums[t] += sums[t + stride];
        }
        workgroupBarrier();
    }

    if t == 0u {
        atomicAdd(&total, sums[0]);
    }
}
