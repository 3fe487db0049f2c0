// expect: warning uninit 22
// grid: 1  buffers: 64 64
// The sides of the tile are filled, its corners are not.

@group(0) @binding(0) var<storage, read> input: array<u32>;
@group(0) @binding(1) var<storage, read_write> output: array<u32>;

var<workgroup> tile: array<array<u32, 8>, 8>;

@compute @workgroup_size(6, 6)
fn main(@builtin(local_invocation_id) at: vec3<u32>) {
    tile[at.y + 1u][at.x + 1u] = input[at.y * 6u + at.x];
    if at.y == 0u {
        tile[0][at.x + 1u] = 0u;
        tile[7][at.x + 1u] = 0u;
    }
    if at.x == 0u {
        tile[at.y + 1u][0] = 0u;
        tile[at.y + 1u][7] = 0u;
    }
    workgroupBarrier();
    output[at.y * 6u + at.x] = tile[at.y][at.x] + tile[at.y + 1u][at.x + 1u];
}
