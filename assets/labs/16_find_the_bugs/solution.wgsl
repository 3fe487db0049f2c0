// Smooths a signal and adds it up: each element of output is the sum of an element
// and its two neighbours, and total grows by the sum of all elements.

struct Params {
    n: u32,
}

@group(0) @binding(0) var<storage, read> input: array<u32>;
@group(0) @binding(1) var<storage, read_write> output: array<u32>;
@group(0) @binding(2) var<storage, read_write> total: atomic<u32>;
@group(0) @binding(3) var<uniform> params: Params;

// Threads per block, and elements that a block works on.
const BLOCK = 128u;

// The block's elements with one neighbour on either side.
var<workgroup> tile: array<u32, BLOCK + 2u>;
var<workgroup> sums: array<u32, BLOCK>;

@compute @workgroup_size(BLOCK)
fn smooth_signal(
    @builtin(workgroup_id) block: vec3<u32>,
    @builtin(local_invocation_id) thread: vec3<u32>,
) {
    let t = thread.x;
    let first = block.x * BLOCK;
    let i = first + t;
    let n = params.n;

    // Beyond the end of the signal there are zeros.
    var value = 0u;
    if i < n {
        value = input[i];
    }
    tile[t + 1u] = value;
    sums[t] = value;
    if t == 0u {
        var left = 0u;
        if first > 0u {
            left = input[first - 1u];
        }
        tile[0] = left;
    }
    if t == BLOCK - 1u {
        var right = 0u;
        if i + 1u < n {
            right = input[i + 1u];
        }
        tile[t + 2u] = right;
    }
    workgroupBarrier();

    if i < n {
        output[i] = tile[t] + tile[t + 1u] + tile[t + 2u];
    }

    // The upper half is added to the lower half until one sum is left.
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
