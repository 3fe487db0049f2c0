// pattern: CUDA samples, by NVIDIA
// expect: nothing
// block: 16 4 grid: 3 2 buffers: 768 768 numbers: 96 8
// The rows of a separable convolution: two tiles per thread, a halo on either side.
use cuda_std::prelude::*;
use cuda_std::shared_array;

const RADIUS: usize = 2;
const BLOCK_X: usize = 16;
const BLOCK_Y: usize = 4;
const STEPS: usize = 2;
const PITCH: usize = (STEPS + 2) * BLOCK_X;
const WEIGHTS: [f32; 2 * RADIUS + 1] = [1.0, 2.0, 4.0, 2.0, 1.0];

#[kernel]
pub unsafe fn rows(input: *const f32, output: *mut f32, width: u32, height: u32) {
    let tile = shared_array![f32; BLOCK_Y * PITCH];
    let (tx, ty) = (thread::thread_idx_x() as usize, thread::thread_idx_y() as usize);
    let (width, height) = (width as usize, height as usize);
    let y = thread::block_idx_y() as usize * BLOCK_Y + ty;
    // The leftmost column that is loaded may lie before the image.
    let first = (thread::block_idx_x() as usize * STEPS * BLOCK_X + tx) as isize;
    let row = tile.add(ty * PITCH);
    for step in 0..STEPS + 2 {
        let x = first + (step * BLOCK_X) as isize - BLOCK_X as isize;
        let is_inside = x >= 0 && x < width as isize && y < height;
        *row.add(step * BLOCK_X + tx) =
            if is_inside { *input.add(y * width + x as usize) } else { 0.0 };
    }
    thread::sync_threads();
    for step in 1..STEPS + 1 {
        let mut sum = 0.0;
        for k in 0..2 * RADIUS + 1 {
            sum += WEIGHTS[k] * *row.add(step * BLOCK_X + tx + k - RADIUS);
        }
        let x = first as usize + (step - 1) * BLOCK_X;
        if x < width && y < height {
            *output.add(y * width + x) = sum;
        }
    }
}
