// expect: uninit 13
// block: 64 grid: 1 buffers: 16
// Every other byte of the words is written, and the rest read.
use cuda_std::prelude::*;
use cuda_std::shared_array;

#[kernel]
pub unsafe fn holes(y: *mut u8) {
    let tile = shared_array![u8; 128];
    let t = thread::thread_idx_x() as usize;
    *tile.add(2 * t) = t as u8;
    thread::sync_threads();
    *y.add(t) = *tile.add(t);
}
