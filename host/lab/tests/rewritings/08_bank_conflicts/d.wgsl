// Renamed, tiles of 64 by 64, an array of arrays.

const TILE = 64u;
const BLOCK_ROWS = 4u;

struct Shape {
    height: u32,
    width: u32,
}

@group(0) @binding(0) var<uniform> params: Shape;
@group(0) @binding(1) var<storage, read> input: array<f32>;
@group(0) @binding(2) var<storage, read_write> output: array<f32>;

var<workgroup> square: array<array<f32, TILE + 1u>, TILE>;

@compute @workgroup_size(TILE, BLOCK_ROWS)
fn transpose(
    @builtin(local_invocation_id) local: vec3<u32>,
    @builtin(workgroup_id) group: vec3<u32>,
) {
    let corner = group.xy * TILE;
    for (var step = 0u; step < TILE; step += BLOCK_ROWS) {
        let line = local.y + step;
        if corner.y + line < params.height && corner.x + local.x < params.width {
            square[line][local.x] = input[(corner.y + line) * params.width + corner.x + local.x];
        }
    }

    workgroupBarrier();

    for (var step = 0u; step < TILE; step += BLOCK_ROWS) {
        let line = local.y + step;
        if corner.x + line < params.width && corner.y + local.x < params.height {
            output[(corner.x + line) * params.height + corner.y + local.x] = square[local.x][line];
        }
    }
}
