// Matrix times vector, the matrix taken by columns and by rows.

// Threads per block of matvec_columns.
const BLOCK = 128u;

// Threads per block of the row kernels, and the side of their tiles.
const TILE = 32u;

struct Params {
    rows: u32,
    cols: u32,
}

@group(0) @binding(0) var<storage, read> matrix: array<f32>;
@group(0) @binding(1) var<storage, read> vector: array<f32>;
@group(0) @binding(2) var<storage, read_write> output: array<f32>;
@group(0) @binding(3) var<uniform> params: Params;

// The block's number. A grid may have 65,535 blocks per dimension at most, so
// a longer one is folded into several rows.
fn block_index(block: vec3<u32>, grid: vec3<u32>) -> u32 {
    return block.y * grid.x + block.x;
}

var<workgroup> column_piece: array<f32, BLOCK>;

// output[i] is the sum of matrix[j][i] * vector[j]. Neighbouring threads go
// down neighbouring columns, which is coalesced as it stands. All of them need
// the vector, so a piece of it at a time goes through shared memory.
@compute @workgroup_size(BLOCK)
fn matvec_columns(
    @builtin(workgroup_id) block: vec3<u32>,
    @builtin(num_workgroups) grid: vec3<u32>,
    @builtin(local_invocation_id) thread: vec3<u32>,
) {
    let t = thread.x;
    let col = block_index(block, grid) * BLOCK + t;
    let rows = params.rows;
    let cols = params.cols;

    var sum = 0.0;
    for (var first_row = 0u; first_row < rows; first_row += BLOCK) {
        var entry = 0.0;
        if first_row + t < rows {
            entry = vector[first_row + t];
        }
        column_piece[t] = entry;
        workgroupBarrier();
        for (var j = 0u; j < BLOCK; j += 1u) {
            if col < cols && first_row + j < rows {
                sum += matrix[(first_row + j) * cols + col] * column_piece[j];
            }
        }
        workgroupBarrier();
    }
    if col < cols {
        output[col] = sum;
    }
}

var<workgroup> tile: array<f32, TILE * TILE>;
var<workgroup> piece: array<f32, TILE>;

// output[i] is the sum of matrix[i][j] * vector[j]. A thread owns a row: a tile
// is fetched in coalesced order, then read by rows from shared memory, where
// all threads meet in one bank.
@compute @workgroup_size(TILE)
fn matvec_rows(
    @builtin(workgroup_id) block: vec3<u32>,
    @builtin(num_workgroups) grid: vec3<u32>,
    @builtin(local_invocation_id) thread: vec3<u32>,
) {
    let t = thread.x;
    let first_row = block_index(block, grid) * TILE;
    let rows = params.rows;
    let cols = params.cols;

    var sum = 0.0;
    for (var first_col = 0u; first_col < cols; first_col += TILE) {
        let col = first_col + t;
        var entry = 0.0;
        if col < cols {
            entry = vector[col];
        }
        piece[t] = entry;
        for (var k = 0u; k < TILE; k += 1u) {
            let inside = first_row + k < rows && col < cols;
            var element = 0.0;
            if inside {
                element = matrix[(first_row + k) * cols + col];
            }
            tile[k * TILE + t] = element;
        }
        workgroupBarrier();
        for (var j = 0u; j < TILE; j += 1u) {
            sum += tile[t * TILE + j] * piece[j];
        }
        workgroupBarrier();
    }
    if first_row + t < rows {
        output[first_row + t] = sum;
    }
}

// Words from one row of the padded tile to the next.
const PITCH = TILE + 1u;

var<workgroup> padded_tile: array<f32, TILE * PITCH>;

// The same with a word of padding per row: the threads' words now lie in
// different banks.
@compute @workgroup_size(TILE)
fn matvec_rows_padded(
    @builtin(workgroup_id) block: vec3<u32>,
    @builtin(num_workgroups) grid: vec3<u32>,
    @builtin(local_invocation_id) thread: vec3<u32>,
) {
    let t = thread.x;
    let first_row = block_index(block, grid) * TILE;
    let rows = params.rows;
    let cols = params.cols;

    var sum = 0.0;
    for (var first_col = 0u; first_col < cols; first_col += TILE) {
        let col = first_col + t;
        var entry = 0.0;
        if col < cols {
            entry = vector[col];
        }
        piece[t] = entry;
        for (var k = 0u; k < TILE; k += 1u) {
            let inside = first_row + k < rows && col < cols;
            var element = 0.0;
            if inside {
                element = matrix[(first_row + k) * cols + col];
            }
            padded_tile[k * PITCH + t] = element;
        }
        workgroupBarrier();
        for (var j = 0u; j < TILE; j += 1u) {
            sum += padded_tile[t * PITCH + j] * piece[j];
        }
        workgroupBarrier();
    }
    if first_row + t < rows {
        output[first_row + t] = sum;
    }
}
