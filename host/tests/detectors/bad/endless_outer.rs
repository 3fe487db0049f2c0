// expect: endless 10
// block: 64 grid: 1 buffers: 64 budget: 40000
// The inner loop ends each time, the outer one never.
use cuda_std::prelude::*;

#[kernel]
pub unsafe fn no_way_out(y: *mut u32) {
    let t = thread::thread_idx_x() as usize;
    let x = 0;
    while x < 10 {
        for i in 0..16 {
            *y.add(t) = i;
        }
    }
    *y.add(t) = x;
}
