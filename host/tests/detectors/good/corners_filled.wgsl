// expect: nothing
// grid: 1  buffers: 64 64
// The tile is filled with its sides and corners by a loop over all its words.

@group(0) @binding(0) var<storage, read> input: array<u32>;
@group(0) @binding(1) var<storage, read_write> output: array<u32>;

var<workgroup> tile: array<array<u32, 8>, 8>;

@compute @workgroup_size(6, 6)
fn main(@builtin(local_invocation_id) at: vec3<u32>, @builtin(local_invocation_index) lid: u32) {
    for (var i = lid; i < 64u; i += 36u) {
        tile[i / 8u][i % 8u] = input[i];
    }
    workgroupBarrier();
    output[at.y * 6u + at.x] = tile[at.y][at.x] + tile[at.y + 2u][at.x + 2u];
}
