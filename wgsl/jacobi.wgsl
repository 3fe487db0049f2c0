// Jacobi iteration: every inner cell becomes the mean of its four neighbours,
// and the border keeps its values. One launch is one sweep.

// Threads per block, x.
const BLOCK_X = 32u;

// Threads per block, y.
const BLOCK_Y = 8u;

struct Params {
    rows: u32,
    cols: u32,
}

@group(0) @binding(0) var<storage, read> input: array<f32>;
@group(0) @binding(1) var<storage, read_write> output: array<f32>;
@group(0) @binding(2) var<uniform> params: Params;

// Every thread reads its four neighbours from global memory.
@compute @workgroup_size(BLOCK_X, BLOCK_Y)
fn jacobi_global(
    @builtin(workgroup_id) block: vec3<u32>,
    @builtin(local_invocation_id) thread: vec3<u32>,
) {
    let x = block.x * BLOCK_X + thread.x;
    let y = block.y * BLOCK_Y + thread.y;
    let rows = params.rows;
    let cols = params.cols;
    if x >= cols || y >= rows {
        return;
    }
    let i = y * cols + x;
    if x == 0u || y == 0u || x == cols - 1u || y == rows - 1u {
        output[i] = input[i];
    } else {
        let above = input[i - cols];
        let below = input[i + cols];
        let left = input[i - 1u];
        let right = input[i + 1u];
        output[i] = 0.25 * (above + below + left + right);
    }
}

// Columns of the tile: the block's and one more on either side.
const TILE_X = BLOCK_X + 2u;

// Rows of the tile: the block's and one more above and below.
const TILE_Y = BLOCK_Y + 2u;

var<workgroup> tile: array<f32, TILE_X * TILE_Y>;

// The block fetches its cells and the frame around them once. Neighbours are
// then read from shared memory.
@compute @workgroup_size(BLOCK_X, BLOCK_Y)
fn jacobi_shared(
    @builtin(workgroup_id) block: vec3<u32>,
    @builtin(local_invocation_id) thread: vec3<u32>,
) {
    let tx = thread.x;
    let ty = thread.y;
    let x = block.x * BLOCK_X + tx;
    let y = block.y * BLOCK_Y + ty;
    let rows = params.rows;
    let cols = params.cols;
    let inside = x < cols && y < rows;
    let i = y * cols + x;
    let cell = (ty + 1u) * TILE_X + tx + 1u;

    if inside {
        tile[cell] = input[i];
        // Threads along the block's edges fetch the frame as well.
        if tx == 0u && x > 0u {
            tile[cell - 1u] = input[i - 1u];
        }
        if tx == BLOCK_X - 1u && x + 1u < cols {
            tile[cell + 1u] = input[i + 1u];
        }
        if ty == 0u && y > 0u {
            tile[cell - TILE_X] = input[i - cols];
        }
        if ty == BLOCK_Y - 1u && y + 1u < rows {
            tile[cell + TILE_X] = input[i + cols];
        }
    }
    workgroupBarrier();

    if inside {
        if x == 0u || y == 0u || x == cols - 1u || y == rows - 1u {
            output[i] = tile[cell];
        } else {
            let above = tile[cell - TILE_X];
            let below = tile[cell + TILE_X];
            let left = tile[cell - 1u];
            let right = tile[cell + 1u];
            output[i] = 0.25 * (above + below + left + right);
        }
    }
}
