//! Template matching: for every place in an image, the sum of the pixels that a
//! template of zeros and ones lets through.

use cuda_std::prelude::*;

/// Side of the template.
pub const TEMPLATE: usize = 5;

/// Threads per block, x.
pub const BLOCK_X: usize = 16;

/// Threads per block, y.
pub const BLOCK_Y: usize = 8;

/// One thread per place. It fetches its whole window for itself.
#[kernel]
pub unsafe fn template_match(
    image: *const f32,
    mask: *const u32,
    output: *mut f32,
    width: u32,
    height: u32,
) {
    let x = thread::block_idx_x() as usize * BLOCK_X + thread::thread_idx_x() as usize;
    let y = thread::block_idx_y() as usize * BLOCK_Y + thread::thread_idx_y() as usize;
    let (width, height) = (width as usize, height as usize);
    let cols = width + TEMPLATE - 1;

    if x < width && y < height {
        let mut sum = 0.0;
        for i in 0..TEMPLATE {
            for j in 0..TEMPLATE {
                if *mask.add(i * TEMPLATE + j) != 0 {
                    sum += *image.add((y + i) * cols + x + j);
                }
            }
        }
        *output.add(y * width + x) = sum;
    }
}
