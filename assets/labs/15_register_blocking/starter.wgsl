// Matrix multiply: c = a * b, with a of m rows and k columns and b of k rows and
// n columns, of any size.

struct Params {
    m: u32,
    n: u32,
    k: u32,
}

@group(0) @binding(0) var<storage, read> a: array<f32>;
@group(0) @binding(1) var<storage, read> b: array<f32>;
@group(0) @binding(2) var<storage, read_write> c: array<f32>;
@group(0) @binding(3) var<uniform> params: Params;

// Side of the tiles, and threads of a block along x.
const TILE = 16u;

// Results per thread; a block has TILE / RESULTS threads along y.
const RESULTS = 1u;

var<workgroup> tile_a: array<f32, TILE * TILE>;
var<workgroup> tile_b: array<f32, TILE * TILE>;

// Each multiply-add reads two words of shared memory.
@compute @workgroup_size(TILE, TILE / RESULTS)
fn matmul(
    @builtin(workgroup_id) block: vec3<u32>,
    @builtin(local_invocation_id) thread: vec3<u32>,
) {
    let tx = thread.x;
    let ty = thread.y;
    let row = block.y * TILE + ty;
    let col = block.x * TILE + tx;

    var sum = 0.0;
    for (var first = 0u; first < params.k; first += TILE) {
        tile_a[ty * TILE + tx] = element_a(row, first + tx);
        tile_b[ty * TILE + tx] = element_b(first + ty, col);
        workgroupBarrier();

        for (var i = 0u; i < TILE; i += 1u) {
            sum += tile_a[ty * TILE + i] * tile_b[i * TILE + tx];
        }
        workgroupBarrier();
    }
    if row < params.m && col < params.n {
        c[row * params.n + col] = sum;
    }
}

// An element of a, or zero outside it.
fn element_a(row: u32, col: u32) -> f32 {
    if row < params.m && col < params.k {
        return a[row * params.k + col];
    }
    return 0.0;
}

// An element of b, or zero outside it.
fn element_b(row: u32, col: u32) -> f32 {
    if row < params.k && col < params.n {
        return b[row * params.n + col];
    }
    return 0.0;
}
