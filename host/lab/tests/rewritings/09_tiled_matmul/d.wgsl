// Tiles of 32 as arrays of rows, a while loop, and the fetches in a function.

const TILE = 32u;

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

fn fetch(step: u32, at: vec2<u32>, row: u32, col: u32) {
    left[at.y][at.x] = a[row * params.k + step * TILE + at.x];
    right[at.y][at.x] = b[(step * TILE + at.y) * params.n + col];
}

@compute @workgroup_size(TILE, TILE, 1)
fn matmul(
    @builtin(global_invocation_id) place: vec3<u32>,
    @builtin(local_invocation_id) at: vec3<u32>,
) {
    var sum = 0.0;
    var step = 0u;
    while step < params.k / TILE {
        fetch(step, at.xy, place.y, place.x);
        workgroupBarrier();
        for (var i = 0u; i < TILE; i++) {
            sum = fma(left[at.y][i], right[i][at.x], sum);
        }
        workgroupBarrier();
        step++;
    }
    c[place.y * params.n + place.x] = sum;
}
