// expect: warning bounds 14
// grid: 1  buffers: 64 64
// The row of a tile is left, though not the tile.

@group(0) @binding(0) var<storage, read> input: array<u32>;
@group(0) @binding(1) var<storage, read_write> output: array<u32>;

var<workgroup> rows: array<array<u32, 8>, 8>;

@compute @workgroup_size(8, 8)
fn main(@builtin(local_invocation_id) at: vec3<u32>) {
    rows[at.y][at.x] = input[at.y * 8u + at.x];
    workgroupBarrier();
    output[at.y * 8u + at.x] = rows[at.y][at.x + 1u];
}
