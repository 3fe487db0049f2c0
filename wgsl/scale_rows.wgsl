// Row scaling, after CUDA-lite: each thread multiplies one row of a matrix by a
// factor of its own, the row's number.

// Threads per block of scale_rows_naive.
const BLOCK = 256u;

// Threads per block of the tiled forms, and the side of their tiles.
const TILE = 32u;

struct Params {
    rows: u32,
    cols: u32,
}

@group(0) @binding(0) var<storage, read> input: array<f32>;
@group(0) @binding(1) var<storage, read_write> output: array<f32>;
@group(0) @binding(2) var<uniform> params: Params;

// The block's number. A grid may have 65,535 blocks per dimension at most, so
// a longer one is folded into several rows.
fn block_index(block: vec3<u32>, grid: vec3<u32>) -> u32 {
    return block.y * grid.x + block.x;
}

// A thread walks along its row. At each step its neighbours stand in the same
// column of other rows, and their words lie a whole row apart.
@compute @workgroup_size(BLOCK)
fn scale_rows_naive(
    @builtin(workgroup_id) block: vec3<u32>,
    @builtin(num_workgroups) grid: vec3<u32>,
    @builtin(local_invocation_id) thread: vec3<u32>,
) {
    let row = block_index(block, grid) * BLOCK + thread.x;
    let cols = params.cols;
    if row >= params.rows {
        return;
    }
    let factor = f32(row);
    for (var col = 0u; col < cols; col += 1u) {
        output[row * cols + col] = input[row * cols + col] * factor;
    }
}

var<workgroup> source: array<f32, TILE * TILE>;
var<workgroup> scaled: array<f32, TILE * TILE>;

// The threads fetch a tile side by side, row after row. In shared memory each
// then works along its own row, and the tile is stored the way it came. Threads
// past the last row help to fetch and store all the same.
@compute @workgroup_size(TILE)
fn scale_rows_tiled(
    @builtin(workgroup_id) block: vec3<u32>,
    @builtin(num_workgroups) grid: vec3<u32>,
    @builtin(local_invocation_id) thread: vec3<u32>,
) {
    let t = thread.x;
    let first_row = block_index(block, grid) * TILE;
    let factor = f32(first_row + t);
    let rows = params.rows;
    let cols = params.cols;

    for (var first_col = 0u; first_col < cols; first_col += TILE) {
        // Coalesced loads: thread t takes column t of every row.
        let col = first_col + t;
        for (var k = 0u; k < TILE; k += 1u) {
            if first_row + k < rows && col < cols {
                source[k * TILE + t] = input[(first_row + k) * cols + col];
            }
        }
        workgroupBarrier();

        for (var i = 0u; i < TILE; i += 1u) {
            if first_row + t < rows && first_col + i < cols {
                scaled[t * TILE + i] = source[t * TILE + i] * factor;
            }
        }
        workgroupBarrier();

        // Coalesced stores, the same way.
        for (var k = 0u; k < TILE; k += 1u) {
            if first_row + k < rows && col < cols {
                output[(first_row + k) * cols + col] = scaled[k * TILE + t];
            }
        }
        workgroupBarrier();
    }
}

// Rows are one word longer than a tile is wide, which spreads a column over all
// banks.
var<workgroup> input_tile: array<f32, TILE * (TILE + 1u)>;
var<workgroup> output_tile: array<f32, TILE * (TILE + 1u)>;

// What a tool derives of scale_rows_naive: the same tiles, in rows that are padded.
// Threads past the last row fetch and store for the others, but compute nothing.
@compute @workgroup_size(TILE)
fn scale_rows_derived(
    @builtin(workgroup_id) block: vec3<u32>,
    @builtin(num_workgroups) grid: vec3<u32>,
    @builtin(local_invocation_id) thread: vec3<u32>,
) {
    const PITCH = TILE + 1u;
    let t = thread.x;
    let row_first = block_index(block, grid) * TILE;
    let own_row = row_first + t;
    let rows = params.rows;
    let cols = params.cols;
    let is_inside = own_row < rows;
    let factor = f32(own_row);

    for (var col_first = 0u; col_first < cols; col_first += TILE) {
        // Neighbouring threads fetch neighbouring elements.
        for (var k = 0u; k < TILE; k += 1u) {
            let row = row_first + k;
            let col = col_first + t;
            if row < rows && col < cols {
                input_tile[k * PITCH + t] = input[row * cols + col];
            }
        }
        workgroupBarrier();

        // Each thread works along its own row of the tile.
        if is_inside {
            for (var col = col_first; col < min(col_first + TILE, cols); col += 1u) {
                let c = col - col_first;
                output_tile[t * PITCH + c] = input_tile[t * PITCH + c] * factor;
            }
        }
        workgroupBarrier();

        // They are stored the same way.
        for (var k = 0u; k < TILE; k += 1u) {
            let row = row_first + k;
            let col = col_first + t;
            if row < rows && col < cols {
                output[row * cols + col] = output_tile[k * PITCH + t];
            }
        }
    }
}
