// The calibration of a picture: one thread per pixel, in two dimensions.

// Threads of a block along x and along y.
const BLOCK_X = 16u;
const BLOCK_Y = 8u;

struct Params {
    rows: u32,
    cols: u32,
}

@group(0) @binding(0) var<storage, read> image: array<f32>;
@group(0) @binding(1) var<storage, read> gain: array<f32>;
@group(0) @binding(2) var<storage, read> offset: array<f32>;
@group(0) @binding(3) var<storage, read_write> output: array<f32>;
@group(0) @binding(4) var<uniform> params: Params;

// output = image * gain + offset: a gain for each column, an offset for each row.
@compute @workgroup_size(BLOCK_X, BLOCK_Y)
fn calibrate(
    @builtin(workgroup_id) block: vec3<u32>,
    @builtin(local_invocation_id) thread: vec3<u32>,
) {
    // Lanes count along x first, and memory along the row: x is the column.
    let col = block.x * BLOCK_X + thread.x;
    let row = block.y * BLOCK_Y + thread.y;

    // The last blocks of both directions may reach beyond the picture.
    if row < params.rows && col < params.cols {
        let i = row * params.cols + col;
        output[i] = image[i] * gain[col] + offset[row];
    }
}
