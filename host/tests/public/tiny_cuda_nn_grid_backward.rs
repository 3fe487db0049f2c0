// pattern: tiny-cuda-nn, by Thomas Müller
// expect: nothing
// block: 64 2 grid: 2 buffers: 200 200 64 numbers: 100 32
// A hashed grid: gradients of four corners are scattered by atomics, one level for each row.
use core::sync::atomic::Ordering;
use cuda_std::atomic::mid::*;
use cuda_std::prelude::*;

fn hash(x: u32, y: u32, size: u32) -> u32 {
    (x ^ y.wrapping_mul(2_654_435_761)) % size
}

#[kernel]
pub unsafe fn backward(points: &[f32], gradients: &[f32], grid: *mut f32, n: u32, size: u32) {
    let i = thread::block_idx_x() * thread::block_dim_x() + thread::thread_idx_x();
    if i >= n {
        return;
    }
    let level = thread::thread_idx_y();
    let scale = (4 << level) as f32;
    let x = points[2 * i as usize] * scale + i as f32 * 0.3;
    let y = points[2 * i as usize + 1] * scale + 0.5;
    let (left, above) = (x.floor(), y.floor());
    for corner in 0..4 {
        let (dx, dy) = (corner & 1, corner >> 1);
        let part_x = if dx == 0 { 1.0 - (x - left) } else { x - left };
        let part_y = if dy == 0 { 1.0 - (y - above) } else { y - above };
        let slot = level * size + hash(left as u32 + dx, above as u32 + dy, size);
        let gradient = part_x * part_y * gradients[2 * i as usize + level as usize];
        atomic_fetch_add_f32_device(grid.add(slot as usize), Ordering::Relaxed, gradient);
    }
}
