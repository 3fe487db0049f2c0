// pattern: Halide apps, by the Halide developers
// expect: nothing
// block: 8 8 grid: 3 2 buffers: 572 320 numbers: 26 20 16
// Two stages of a blur in one tile: the rows of the block and two more are blurred along x first.
use cuda_std::prelude::*;
use cuda_std::shared_array;

const TILE: usize = 8;

#[kernel]
pub unsafe fn blur(input: &[u32], output: *mut u32, pitch: u32, width: u32, height: u32) {
    let along_x = shared_array![[u32; TILE]; TILE + 2];
    let (tx, ty) = (thread::thread_idx_x() as usize, thread::thread_idx_y() as usize);
    let x = thread::block_idx_x() as usize * TILE + tx;
    let first_row = thread::block_idx_y() as usize * TILE;
    let (pitch, width, height) = (pitch as usize, width as usize, height as usize);
    for row in (ty..TILE + 2).step_by(TILE) {
        let at = (first_row + row) * pitch + x;
        (*along_x.add(row))[tx] =
            if x < width { input[at] + input[at + 1] + input[at + 2] } else { 0 };
    }
    thread::sync_threads();
    let y = first_row + ty;
    if x < width && y < height {
        let mut sum = 0;
        for row in 0..3 {
            sum += (*along_x.add(ty + row))[tx];
        }
        *output.add(y * width + x) = sum / 9;
    }
}
