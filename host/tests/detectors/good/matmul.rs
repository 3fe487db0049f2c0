// expect: nothing
// block: 8 8 grid: 1 buffers: 256 256 64
// A tiled product of matrices.
use cuda_std::prelude::*;
use cuda_std::shared_array;

const TILE: usize = 8;
const N: usize = 16;

#[kernel]
pub unsafe fn matmul(a: &[f32], b: &[f32], c: *mut f32) {
    let tile_a = shared_array![f32; TILE * TILE];
    let tile_b = shared_array![f32; TILE * TILE];
    let (tx, ty) = (thread::thread_idx_x() as usize, thread::thread_idx_y() as usize);
    let mut sum = 0.0;
    for step in 0..N / TILE {
        *tile_a.add(ty * TILE + tx) = a[ty * N + step * TILE + tx];
        *tile_b.add(ty * TILE + tx) = b[(step * TILE + ty) * N + tx];
        thread::sync_threads();
        for k in 0..TILE {
            sum += *tile_a.add(ty * TILE + k) * *tile_b.add(k * TILE + tx);
        }
        thread::sync_threads();
    }
    *c.add(ty * TILE + tx) = sum;
}
