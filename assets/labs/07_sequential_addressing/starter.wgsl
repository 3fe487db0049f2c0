// The sum of each row of a matrix: one block per row, a tree in shared memory.

// Threads per block, a power of two.
const BLOCK = 256u;

struct Params {
    cols: u32,
}

@group(0) @binding(0) var<storage, read> input: array<f32>;
@group(0) @binding(1) var<storage, read_write> output: array<f32>;
@group(0) @binding(2) var<uniform> params: Params;

var<workgroup> tile: array<f32, BLOCK>;

// output[row] is the sum of the params.cols elements of that row.
@compute @workgroup_size(BLOCK)
fn row_sums(
    @builtin(workgroup_id) block: vec3<u32>,
    @builtin(local_invocation_id) thread: vec3<u32>,
) {
    let t = thread.x;
    let row = block.x;
    let cols = params.cols;

    // Each thread adds up every BLOCK-th element of the row.
    var sum = 0.0;
    for (var col = t; col < cols; col += BLOCK) {
        sum += input[row * cols + col];
    }
    tile[t] = sum;
    workgroupBarrier();

    // The first threads do the additions, side by side: thread t takes the t-th pair
    // of sums that lie stride apart.
    for (var stride = 1u; stride < BLOCK; stride *= 2u) {
        // TODO: the words that a warp wants lie 2 * stride apart.
        let left = 2u * stride * t;
        if left < BLOCK {
            tile[left] += tile[left + stride];
        }
        workgroupBarrier();
    }

    if t == 0u {
        output[row] = tile[0];
    }
}
