// expect: race 15 15
// block: 50 grid: 1 buffers: 50
// Every thread increments a shared counter.
use cuda_std::prelude::*;
use cuda_std::shared_array;

#[kernel]
pub unsafe fn count(y: *mut u32) {
    let counter = shared_array![u32; 1];
    let t = thread::thread_idx_x() as usize;
    if t == 0 {
        *counter = 0;
    }
    thread::sync_threads();
    *counter = *counter + 1;
    thread::sync_threads();
    *y.add(t) = *counter;
}
