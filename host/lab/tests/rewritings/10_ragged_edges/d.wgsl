// Tiles of 8, renamed, with a loop and one function for both fetches.

const TILE = 8u;

struct Params {
    m: u32,
    n: u32,
    k: u32,
}

@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> a: array<f32>;
@group(0) @binding(2) var<storage, read> b: array<f32>;
@group(0) @binding(3) var<storage, read_write> c: array<f32>;

var<workgroup> lefts: array<f32, TILE * TILE>;
var<workgroup> rights: array<f32, TILE * TILE>;

@compute @workgroup_size(TILE, TILE)
fn matmul(
    @builtin(local_invocation_index) t: u32,
    @builtin(global_invocation_id) place: vec3<u32>,
) {
    let x = t % TILE;
    let y = t / TILE;
    var sum = 0.0;
    var first = 0u;
    loop {
        if first >= params.k {
            break;
        }
        var left = 0.0;
        var right = 0.0;
        if place.y < params.m && first + x < params.k {
            left = a[place.y * params.k + first + x];
        }
        if place.x < params.n && first + y < params.k {
            right = b[(first + y) * params.n + place.x];
        }
        lefts[t] = left;
        rights[t] = right;
        workgroupBarrier();
        for (var i = 0u; i < TILE; i++) {
            sum += lefts[y * TILE + i] * rights[i * TILE + x];
        }
        workgroupBarrier();
        first += TILE;
    }
    if all(place.xy < vec2(params.n, params.m)) {
        c[place.y * params.n + place.x] = sum;
    }
}
