// expect: race 11 11
// block: 64 grid: 1 buffers: 64
// Every thread writes its own number to the same word.
use cuda_std::prelude::*;
use cuda_std::shared_array;

#[kernel]
pub unsafe fn who_wins(y: *mut u32) {
    let winner = shared_array![u32; 1];
    let t = thread::thread_idx_x();
    *winner = t;
    thread::sync_threads();
    *y.add(t as usize) = *winner;
}
