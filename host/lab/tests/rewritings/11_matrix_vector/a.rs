//! Blocks of 64, renamed, all in the kernel.

use cuda_std::prelude::*;
use cuda_std::shared_array;

const BLOCK: usize = 64;

#[kernel]
pub unsafe fn matvec(
    matrix: *const f32,
    right: *const f32,
    left: *const f32,
    product: *mut f32,
    transposed: *mut f32,
    rows: u32,
    cols: u32,
) {
    let square = shared_array![[f32; BLOCK + 1]; BLOCK];
    let (height, width) = (rows as usize, cols as usize);
    let me = thread::thread_idx_x() as usize;
    let start = thread::block_idx_x() as usize * BLOCK;
    let mut total = 0.0;
    match thread::block_idx_y() {
        0 => {
            for from in (0..width).step_by(BLOCK) {
                for k in 0..BLOCK {
                    if start + k < height && from + me < width {
                        (*square.add(k))[me] = *matrix.add((start + k) * width + from + me);
                    }
                }
                thread::sync_threads();
                if start + me < height {
                    for k in 0..BLOCK.min(width - from) {
                        total += *right.add(from + k) * (*square.add(me))[k];
                    }
                }
                thread::sync_threads();
            }
            if start + me < height {
                *product.add(start + me) = total;
            }
        }
        _ => {
            if start + me >= width {
                return;
            }
            let mut word = matrix.add(start + me);
            for row in 0..height {
                total += *word * *left.add(row);
                word = word.wrapping_add(width);
            }
            *transposed.add(start + me) = total;
        }
    }
}
