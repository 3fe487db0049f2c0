//! Blocks of 8 x 8; two loops over rows and columns of the tile.

use cuda_std::prelude::*;
use cuda_std::shared_array;

const SIDE: usize = 5;
const BLOCK_X: usize = 8;
const BLOCK_Y: usize = 8;
const WIDE: usize = BLOCK_X + SIDE - 1;
const HIGH: usize = BLOCK_Y + SIDE - 1;

#[kernel]
pub unsafe fn template_match(
    image: *const f32,
    mask: *const u32,
    output: *mut f32,
    width: u32,
    height: u32,
) {
    let pixels = shared_array![[f32; WIDE]; HIGH];
    let (x, y) = (thread::thread_idx_x() as usize, thread::thread_idx_y() as usize);
    let left = thread::block_idx_x() as usize * BLOCK_X;
    let top = thread::block_idx_y() as usize * BLOCK_Y;
    let (width, height) = (width as usize, height as usize);
    let pitch = width + (SIDE - 1);

    for r in (y..HIGH).step_by(BLOCK_Y) {
        for s in (x..WIDE).step_by(BLOCK_X) {
            if top + r < height + (SIDE - 1) && left + s < pitch {
                (*pixels.add(r))[s] = *image.add((top + r) * pitch + left + s);
            }
        }
    }
    thread::sync_threads();
    if left + x >= width || top + y >= height {
        return;
    }
    let mut total = 0.0;
    for k in 0..SIDE * SIDE {
        let (i, j) = (k / SIDE, k % SIDE);
        if *mask.add(k) == 1 {
            total += (*pixels.add(y + i))[x + j];
        }
    }
    *output.add((top + y) * width + left + x) = total;
}
