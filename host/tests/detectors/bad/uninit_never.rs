// expect: uninit 11
// block: 64 grid: 1 buffers: 64
// Nobody ever writes the word.
use cuda_std::prelude::*;
use cuda_std::shared_array;

#[kernel]
pub unsafe fn nothing_there(y: *mut u32) {
    let tile = shared_array![u32; 64];
    let t = thread::thread_idx_x() as usize;
    *y.add(t) = *tile.add(t);
}
