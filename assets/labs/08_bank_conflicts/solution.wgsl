// Matrix transpose: a tile is read by rows, turned in shared memory and written by
// rows.

// Side of the tile that a block transposes.
const TILE = 32u;

// Rows of threads in a block; each thread moves TILE / BLOCK_ROWS elements.
const BLOCK_ROWS = 8u;

// Words from one row of the tile to the next: one more than it needs, which moves
// each row on by a bank.
const PITCH = TILE + 1u;

struct Params {
    rows: u32,
    cols: u32,
}

@group(0) @binding(0) var<storage, read> input: array<f32>;
@group(0) @binding(1) var<storage, read_write> output: array<f32>;
@group(0) @binding(2) var<uniform> params: Params;

var<workgroup> tile: array<f32, TILE * PITCH>;

// output[col][row] = input[row][col].
@compute @workgroup_size(TILE, BLOCK_ROWS)
fn transpose(
    @builtin(workgroup_id) block: vec3<u32>,
    @builtin(local_invocation_id) thread: vec3<u32>,
) {
    let tx = thread.x;
    let ty = thread.y;
    let first_col = block.x * TILE;
    let first_row = block.y * TILE;
    let rows = params.rows;
    let cols = params.cols;

    // Along a row of the input, into a row of the tile.
    for (var k = ty; k < TILE; k += BLOCK_ROWS) {
        let row = first_row + k;
        let col = first_col + tx;
        if row < rows && col < cols {
            tile[k * PITCH + tx] = input[row * cols + col];
        }
    }
    workgroupBarrier();

    // Down a column of the tile, along a row of the output.
    for (var k = ty; k < TILE; k += BLOCK_ROWS) {
        let row = first_row + tx;
        let col = first_col + k;
        if row < rows && col < cols {
            output[col * rows + row] = tile[tx * PITCH + k];
        }
    }
}
