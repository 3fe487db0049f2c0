// expect: nothing
// block: 64 grid: 1 buffers: 64 64
// A function writes to shared memory, and all wait for it.
use cuda_std::prelude::*;
use cuda_std::shared_array;

unsafe fn put(tile: *mut u32, at: usize, value: u32) {
    *tile.add(at) = value;
}

#[kernel]
pub unsafe fn rotate(x: &[u32], y: *mut u32) {
    let tile = shared_array![u32; 64];
    let t = thread::thread_idx_x() as usize;
    put(tile, t, x[t]);
    thread::sync_threads();
    *y.add(t) = *tile.add((t + 5) % 64);
}
