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

// Threads per block.
const BLOCK = 32u;

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

// A thread goes along a row.
fn by_rows(first_row: u32, t: u32) {
    let row = first_row + t;
    if row < params.rows {
        var sum = 0.0;
        for (var col = 0u; col < params.cols; col += 1u) {
            sum += matrix[row * params.cols + col] * right[col];
        }
        product[row] = sum;
    }
}

// A thread goes down a column.
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
