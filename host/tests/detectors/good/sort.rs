// expect: nothing
// block: 32 grid: 1 buffers: 64 64
// Odd-even sort, each phase on pairs of its own.
use cuda_std::prelude::*;
use cuda_std::shared_array;

unsafe fn order(tile: *mut u32, i: usize) {
    let (left, right) = (*tile.add(i), *tile.add(i + 1));
    *tile.add(i) = left.min(right);
    *tile.add(i + 1) = left.max(right);
}

#[kernel]
pub unsafe fn sort(x: &[u32], y: *mut u32) {
    let tile = shared_array![u32; 64];
    let t = thread::thread_idx_x() as usize;
    *tile.add(t) = x[t];
    *tile.add(t + 32) = x[t + 32];
    thread::sync_threads();
    for round in 0..64 {
        let i = 2 * t + round % 2;
        if i < 63 {
            order(tile, i);
        }
        thread::sync_threads();
    }
    *y.add(t) = *tile.add(t);
    *y.add(t + 32) = *tile.add(t + 32);
}
