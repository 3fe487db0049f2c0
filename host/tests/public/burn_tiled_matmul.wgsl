// pattern: Burn, by Tracel AI
// expect: nothing
// grid: 2 2  buffers: 221 286 374
// A product of matrices with tiles in shared memory and sizes that fill none of them.

@group(0) @binding(0) var<storage, read> lhs: array<u32>;
@group(0) @binding(1) var<storage, read> rhs: array<u32>;
@group(0) @binding(2) var<storage, read_write> product: array<u32>;

const M = 17u;
const K = 13u;
const N = 22u;
const TILE = 16u;
var<workgroup> tile_lhs: array<u32, 256>;
var<workgroup> tile_rhs: array<u32, 256>;

@compute @workgroup_size(16, 16)
fn main(
    @builtin(local_invocation_id) local: vec3<u32>,
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(local_invocation_index) index: u32,
) {
    let row = group.y * TILE + local.y;
    let col = group.x * TILE + local.x;
    var sum = 0u;
    for (var k = 0u; k < K; k += TILE) {
        var left = 0u;
        if row < M && k + local.x < K {
            left = lhs[row * K + k + local.x];
        }
        tile_lhs[index] = left;
        var right = 0u;
        if k + local.y < K && col < N {
            right = rhs[(k + local.y) * N + col];
        }
        tile_rhs[index] = right;
        workgroupBarrier();
        for (var i = 0u; i < TILE; i++) {
            sum += tile_lhs[local.y * TILE + i] * tile_rhs[i * TILE + local.x];
        }
        workgroupBarrier();
    }
    if row < M && col < N {
        product[row * N + col] = sum;
    }
}
