// Matrix transpose: rows are read and columns written. Only one of the two can
// follow memory's order, unless the tile is turned in shared memory.

// Side of the tile that a block transposes.
const TILE = 32u;

// Rows of threads in a block; each thread moves TILE / BLOCK_ROWS elements.
const BLOCK_ROWS = 4u;

struct Params {
    rows: u32,
    cols: u32,
}

@group(0) @binding(0) var<storage, read> input: array<f32>;
@group(0) @binding(1) var<storage, read_write> output: array<f32>;
@group(0) @binding(2) var<uniform> params: Params;

// Reads along rows, writes down columns: a warp's writes lie far apart.
@compute @workgroup_size(TILE, BLOCK_ROWS)
fn transpose_naive(
    @builtin(workgroup_id) block: vec3<u32>,
    @builtin(local_invocation_id) thread: vec3<u32>,
) {
    let x = block.x * TILE + thread.x;
    let y = block.y * TILE + thread.y;
    let rows = params.rows;
    let cols = params.cols;
    for (var k = 0u; k < TILE; k += BLOCK_ROWS) {
        if x < cols && y + k < rows {
            output[x * rows + y + k] = input[(y + k) * cols + x];
        }
    }
}

var<workgroup> tile: array<f32, TILE * TILE>;

// The tile is turned in shared memory, so that reads and writes both follow
// memory's order. But a column of the tile lies in a single bank.
@compute @workgroup_size(TILE, BLOCK_ROWS)
fn transpose_tiled(
    @builtin(workgroup_id) block: vec3<u32>,
    @builtin(local_invocation_id) thread: vec3<u32>,
) {
    let tx = thread.x;
    let ty = thread.y;
    let first_col = block.x * TILE;
    let first_row = block.y * TILE;
    let rows = params.rows;
    let cols = params.cols;

    for (var k = 0u; k < TILE; k += BLOCK_ROWS) {
        if first_col + tx < cols && first_row + ty + k < rows {
            tile[(ty + k) * TILE + tx] = input[(first_row + ty + k) * cols + first_col + tx];
        }
    }
    workgroupBarrier();

    for (var k = 0u; k < TILE; k += BLOCK_ROWS) {
        if first_row + tx < rows && first_col + ty + k < cols {
            output[(first_col + ty + k) * rows + first_row + tx] = tile[tx * TILE + ty + k];
        }
    }
}

// Words from one row of the padded tile to the next. The one to spare moves
// each row on by a bank.
const PITCH = TILE + 1u;

var<workgroup> padded_tile: array<f32, TILE * PITCH>;

// A word of padding per row spreads a column over all banks.
@compute @workgroup_size(TILE, BLOCK_ROWS)
fn transpose_padded(
    @builtin(workgroup_id) block: vec3<u32>,
    @builtin(local_invocation_id) thread: vec3<u32>,
) {
    let tx = thread.x;
    let ty = thread.y;
    let first_col = block.x * TILE;
    let first_row = block.y * TILE;
    let rows = params.rows;
    let cols = params.cols;

    for (var k = 0u; k < TILE; k += BLOCK_ROWS) {
        if first_col + tx < cols && first_row + ty + k < rows {
            padded_tile[(ty + k) * PITCH + tx] =
                input[(first_row + ty + k) * cols + first_col + tx];
        }
    }
    workgroupBarrier();

    for (var k = 0u; k < TILE; k += BLOCK_ROWS) {
        if first_row + tx < rows && first_col + ty + k < cols {
            output[(first_col + ty + k) * rows + first_row + tx] =
                padded_tile[tx * PITCH + ty + k];
        }
    }
}
