//! A warp adds up a row by shuffles, without a tile.

use cuda_std::prelude::*;
use cuda_std::warp;

pub const BLOCK: usize = 32;

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
    let (rows, cols) = (rows as usize, cols as usize);
    let t = thread::thread_idx_x() as usize;
    let first = thread::block_idx_x() as usize * BLOCK;
    if thread::block_idx_y() == 1 {
        if first + t < cols {
            let mut sum = 0.0;
            let mut row = rows;
            while row > 0 {
                row -= 1;
                sum += *left.add(row) * *matrix.add(row * cols + first + t);
            }
            *transposed.add(first + t) = sum;
        }
        return;
    }
    for row in first..rows.min(first + BLOCK) {
        let mut sum = 0.0;
        let mut col = t;
        while col < cols {
            sum += *matrix.add(row * cols + col) * *right.add(col);
            col += BLOCK;
        }
        let mut distance = 16;
        while distance > 0 {
            sum += warp::warp_shuffle_down(u32::MAX, sum, distance, 32).0;
            distance /= 2;
        }
        if t == 0 {
            *product.add(row) = sum;
        }
    }
}
