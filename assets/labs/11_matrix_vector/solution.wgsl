// A matrix times a vector, and its transpose times another.

struct Params {
    rows: u32,
    cols: u32,
}

@group(0) @binding(0) var<storage, read> matrix: array<f32>;
@group(0) @binding(1) var<storage, read> right: array<f32>;
@group(0) @binding(2) var<storage, read> left: array<f32>;
@group(0) @binding(3) var<storage, read_write> product: array<f32>;
@group(0) @binding(4) var<storage, read_write> transposed: array<f32>;
@group(0) @binding(5) var<uniform> params: Params;

// Threads per block, and side of the tile.
const BLOCK = 32u;

// Words from one row of the tile to the next: one of padding moves each row on by
// a bank.
const PITCH = BLOCK + 1u;

var<workgroup> tile: array<f32, BLOCK * PITCH>;
var<workgroup> piece: array<f32, BLOCK>;

@compute @workgroup_size(BLOCK)
fn matvec(
    @builtin(workgroup_id) block: vec3<u32>,
    @builtin(local_invocation_id) thread: vec3<u32>,
) {
    if block.y == 0u {
        by_rows(block.x * BLOCK, thread.x);
    } else {
        by_columns(block.x * BLOCK, thread.x);
    }
}

// The block fetches a tile along its rows; then a thread goes along a row of it.
fn by_rows(first_row: u32, t: u32) {
    let rows = params.rows;
    let cols = params.cols;

    var sum = 0.0;
    for (var first_col = 0u; first_col < cols; first_col += BLOCK) {
        let col = first_col + t;
        var word = 0.0;
        if col < cols {
            word = right[col];
        }
        piece[t] = word;
        for (var i = 0u; i < BLOCK; i += 1u) {
            let row = first_row + i;
            word = 0.0;
            if row < rows && col < cols {
                word = matrix[row * cols + col];
            }
            tile[i * PITCH + t] = word;
        }
        workgroupBarrier();

        for (var j = 0u; j < BLOCK; j += 1u) {
            sum += tile[t * PITCH + j] * piece[j];
        }
        workgroupBarrier();
    }
    if first_row + t < rows {
        product[first_row + t] = sum;
    }
}

// A thread goes down a column, beside its neighbours: coalesced as it is.
fn by_columns(first_col: u32, t: u32) {
    let col = first_col + t;
    if col < params.cols {
        var sum = 0.0;
        for (var row = 0u; row < params.rows; row += 1u) {
            sum += matrix[row * params.cols + col] * left[row];
        }
        transposed[col] = sum;
    }
}
