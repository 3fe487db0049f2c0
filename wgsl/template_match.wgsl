// Template matching: for every place in an image, the sum of the pixels that a
// mask lets through, scaled and shifted.

// Side of the square mask.
const TEMPLATE = 16u;

// Threads per block, x.
const BLOCK_X = 32u;

// Threads per block, y.
const BLOCK_Y = 8u;

struct Params {
    rows: u32,
    cols: u32,
    scale: f32,
    bias: f32,
}

@group(0) @binding(0) var<storage, read> image: array<f32>;
@group(0) @binding(1) var<storage, read> mask: array<u32>;
@group(0) @binding(2) var<storage, read_write> output: array<f32>;
@group(0) @binding(3) var<uniform> params: Params;

// Each thread reads its own window from global memory, and its neighbours read
// almost the same window again.
@compute @workgroup_size(BLOCK_X, BLOCK_Y)
fn template_match_naive(
    @builtin(workgroup_id) block: vec3<u32>,
    @builtin(local_invocation_id) thread: vec3<u32>,
) {
    let x = block.x * BLOCK_X + thread.x;
    let y = block.y * BLOCK_Y + thread.y;
    let cols = params.cols;
    // The window must lie inside the image.
    let places_x = cols - TEMPLATE + 1u;
    let places_y = params.rows - TEMPLATE + 1u;
    if x >= places_x || y >= places_y {
        return;
    }

    var sum = 0.0;
    for (var i = 0u; i < TEMPLATE; i += 1u) {
        let row = (y + i) * cols + x;
        for (var j = 0u; j < TEMPLATE; j += 1u) {
            if mask[i * TEMPLATE + j] != 0u {
                sum += image[row + j];
            }
        }
    }
    output[y * places_x + x] = sum * params.scale - params.bias;
}

// Columns of the image that the windows of a block cover.
const TILE_X = BLOCK_X + TEMPLATE - 1u;

// Rows of the image that the windows of a block cover.
const TILE_Y = BLOCK_Y + TEMPLATE - 1u;

var<workgroup> tile: array<f32, TILE_X * TILE_Y>;
var<workgroup> mask_copy: array<u32, TEMPLATE * TEMPLATE>;

// The block fetches the union of its windows once, and the mask, and works from
// shared memory.
@compute @workgroup_size(BLOCK_X, BLOCK_Y)
fn template_match_tiled(
    @builtin(workgroup_id) block: vec3<u32>,
    @builtin(local_invocation_id) thread: vec3<u32>,
) {
    let tx = thread.x;
    let ty = thread.y;
    let first_x = block.x * BLOCK_X;
    let first_y = block.y * BLOCK_Y;
    let rows = params.rows;
    let cols = params.cols;

    // All threads together walk over the tile, then over the mask.
    let t = ty * BLOCK_X + tx;
    for (var k = t; k < TILE_X * TILE_Y; k += BLOCK_X * BLOCK_Y) {
        let x = first_x + k % TILE_X;
        let y = first_y + k / TILE_X;
        if x < cols && y < rows {
            tile[k] = image[y * cols + x];
        }
    }
    for (var k = t; k < TEMPLATE * TEMPLATE; k += BLOCK_X * BLOCK_Y) {
        mask_copy[k] = mask[k];
    }
    workgroupBarrier();

    let places_x = cols - TEMPLATE + 1u;
    let places_y = rows - TEMPLATE + 1u;
    if first_x + tx >= places_x || first_y + ty >= places_y {
        return;
    }
    var sum = 0.0;
    for (var i = 0u; i < TEMPLATE; i += 1u) {
        for (var j = 0u; j < TEMPLATE; j += 1u) {
            if mask_copy[i * TEMPLATE + j] != 0u {
                sum += tile[(ty + i) * TILE_X + tx + j];
            }
        }
    }
    output[(first_y + ty) * places_x + first_x + tx] = sum * params.scale - params.bias;
}
