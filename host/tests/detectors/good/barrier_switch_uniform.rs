// expect: nothing
// block: 64 grid: 2 buffers: 128
// All threads of a block take the same arm of the match.
use cuda_std::prelude::*;
use cuda_std::shared_array;

#[kernel]
pub unsafe fn by_block(y: *mut u32) {
    let tile = shared_array![u32; 64];
    let t = thread::thread_idx_x() as usize;
    let i = thread::index_1d() as usize;
    *tile.add(t) = t as u32;
    match thread::block_idx_x() {
        0 => {
            thread::sync_threads();
            *y.add(i) = *tile.add(63 - t);
        }
        _ => *y.add(i) = 2,
    }
}
