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
    // TODO: which of x and y is the column?
    let row = block.x * BLOCK_X + thread.x;
    let col = block.y * BLOCK_Y + thread.y;

    // TODO: an index inside the picture can still be another thread's pixel.
    let i = row * params.cols + col;
    if i < params.rows * params.cols {
        output[i] = image[i] * gain[col] + offset[row];
    }
}
