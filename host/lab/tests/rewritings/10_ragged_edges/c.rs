//! The first barrier at the top of the loop, slices instead of pointers, `get`
//! instead of a guard where it is enough.

use cuda_std::prelude::*;
use cuda_std::shared_array;

pub const TILE: usize = 16;

#[kernel]
pub unsafe fn matmul(a: &[f32], b: &[f32], c: *mut f32, m: usize, n: usize, k: usize) {
    let tile_b = shared_array![[f32; TILE]; TILE];
    let tile_a = shared_array![[f32; TILE]; TILE];
    let (tx, ty) = (thread::thread_idx_x() as usize, thread::thread_idx_y() as usize);
    let col = thread::index_2d().x as usize;
    let row = thread::index_2d().y as usize;

    let mut sum = 0.0;
    let mut first = 0;
    loop {
        let mut of_b = 0.0;
        if col < n {
            of_b = b.get((first + ty) * n + col).copied().unwrap_or(0.0);
        }
        let of_a = match (row < m, first + tx < k) {
            (true, true) => a[row * k + first + tx],
            _ => 0.0,
        };
        thread::sync_threads();
        (*tile_a.add(ty))[tx] = of_a;
        (*tile_b.add(ty))[tx] = of_b;
        thread::sync_threads();
        for i in 0..TILE {
            sum += (*tile_a.add(ty))[i] * (*tile_b.add(i))[tx];
        }
        first += TILE;
        if first >= k {
            break;
        }
    }
    if row < m && col < n {
        *c.add(row * n + col) = sum;
    }
}
