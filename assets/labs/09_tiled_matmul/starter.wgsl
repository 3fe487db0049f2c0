// Matrix multiply: c = a * b, with a of m rows and k columns and b of k rows and
// n columns. All sides are multiples of 32.

struct Params {
    m: u32,
    n: u32,
    k: u32,
}

@group(0) @binding(0) var<storage, read> a: array<f32>;
@group(0) @binding(1) var<storage, read> b: array<f32>;
@group(0) @binding(2) var<storage, read_write> c: array<f32>;
@group(0) @binding(3) var<uniform> params: Params;

// Threads along either side of a block.
const TILE = 16u;

// One thread per result. It fetches a row of a and a column of b for itself.
@compute @workgroup_size(TILE, TILE)
fn matmul(
    @builtin(workgroup_id) block: vec3<u32>,
    @builtin(local_invocation_id) thread: vec3<u32>,
) {
    let row = block.y * TILE + thread.y;
    let col = block.x * TILE + thread.x;
    let n = params.n;
    let k = params.k;

    var sum = 0.0;
    for (var i = 0u; i < k; i += 1u) {
        sum += a[row * k + i] * b[i * n + col];
    }
    c[row * n + col] = sum;
}
