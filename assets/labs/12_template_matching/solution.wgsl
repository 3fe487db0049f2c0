// Template matching: for every place in an image, the sum of the pixels that a
// template of zeros and ones lets through.

struct Params {
    width: u32,
    height: u32,
}

@group(0) @binding(0) var<storage, read> image: array<f32>;
@group(0) @binding(1) var<storage, read> mask: array<u32>;
@group(0) @binding(2) var<storage, read_write> output: array<f32>;
@group(0) @binding(3) var<uniform> params: Params;

// Side of the template.
const TEMPLATE = 5u;

// Threads per block, x.
const BLOCK_X = 16u;

// Threads per block, y.
const BLOCK_Y = 8u;

// Columns of the image that the windows of a block cover.
const TILE_X = BLOCK_X + TEMPLATE - 1u;

// Rows of the image that the windows of a block cover.
const TILE_Y = BLOCK_Y + TEMPLATE - 1u;

var<workgroup> tile: array<f32, TILE_X * TILE_Y>;

// The block fetches the union of its windows once.
@compute @workgroup_size(BLOCK_X, BLOCK_Y)
fn template_match(
    @builtin(workgroup_id) block: vec3<u32>,
    @builtin(local_invocation_id) thread: vec3<u32>,
) {
    let tx = thread.x;
    let ty = thread.y;
    let first_x = block.x * BLOCK_X;
    let first_y = block.y * BLOCK_Y;
    let cols = params.width + TEMPLATE - 1u;
    let rows = params.height + TEMPLATE - 1u;

    // All threads together walk over the tile, which has more words than they are.
    for (var word = ty * BLOCK_X + tx; word < TILE_X * TILE_Y; word += BLOCK_X * BLOCK_Y) {
        let x = first_x + word % TILE_X;
        let y = first_y + word / TILE_X;
        if x < cols && y < rows {
            tile[word] = image[y * cols + x];
        }
    }
    workgroupBarrier();

    if first_x + tx < params.width && first_y + ty < params.height {
        var sum = 0.0;
        for (var i = 0u; i < TEMPLATE; i += 1u) {
            for (var j = 0u; j < TEMPLATE; j += 1u) {
                if mask[i * TEMPLATE + j] != 0u {
                    sum += tile[(ty + i) * TILE_X + tx + j];
                }
            }
        }
        output[(first_y + ty) * params.width + first_x + tx] = sum;
    }
}
