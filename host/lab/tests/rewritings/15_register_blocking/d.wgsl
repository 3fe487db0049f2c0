// Tiles of 32 with four results, renamed, while loops, one function for the sums.

const TILE = 32u;
const RESULTS = 4u;
const APART = TILE / RESULTS;

struct Sides {
    m: u32,
    n: u32,
    k: u32,
}

@group(0) @binding(3) var<storage, read> a: array<f32>;
@group(0) @binding(2) var<storage, read> b: array<f32>;
@group(0) @binding(1) var<storage, read_write> c: array<f32>;
@group(0) @binding(0) var<uniform> params: Sides;

var<workgroup> left: array<array<f32, TILE>, TILE>;
var<workgroup> right: array<array<f32, TILE>, TILE>;

@compute @workgroup_size(TILE, APART)
fn matmul(
    @builtin(workgroup_id) block: vec3<u32>,
    @builtin(local_invocation_id) at: vec3<u32>,
) {
    let top = block.y * TILE;
    let col = block.x * TILE + at.x;
    var sums = vec4<f32>(0.0);
    var first = 0u;
    while first < params.k {
        for (var y = at.y; y < TILE; y += APART) {
            var word = 0.0;
            if top + y < params.m && first + at.x < params.k {
                word = a[(top + y) * params.k + first + at.x];
            }
            left[y][at.x] = word;
            word = 0.0;
            if first + y < params.k && col < params.n {
                word = b[(first + y) * params.n + col];
            }
            right[y][at.x] = word;
        }
        workgroupBarrier();
        for (var i = 0u; i < TILE; i++) {
            let y = at.y;
            let column = vec4(
                left[y][i],
                left[y + APART][i],
                left[y + 2u * APART][i],
                left[y + 3u * APART][i],
            );
            sums += column * right[i][at.x];
        }
        workgroupBarrier();
        first += TILE;
    }
    for (var r = 0u; r < RESULTS; r++) {
        let row = top + at.y + r * APART;
        if row < params.m && col < params.n {
            c[row * params.n + col] = sums[r];
        }
    }
}
