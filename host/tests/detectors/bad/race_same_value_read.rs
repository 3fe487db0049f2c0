// expect: race 16 19
// block: 64 grid: 1 buffers: 1
// A flag that several threads set alike is read with no barrier between.
use cuda_std::prelude::*;
use cuda_std::shared_array;

#[kernel]
pub unsafe fn any(y: *mut u32) {
    let flag = shared_array![u32; 1];
    let t = thread::thread_idx_x();
    if t == 0 {
        *flag = 0;
    }
    thread::sync_threads();
    if t % 16 == 0 {
        *flag = 1;
    }
    if t == 0 {
        *y = *flag;
    }
}
