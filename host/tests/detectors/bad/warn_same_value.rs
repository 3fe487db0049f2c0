// expect: warning race 16 16
// block: 64 grid: 1 buffers: 64 64
// Several threads set a flag to the same value: it works, but nothing promises it.
use cuda_std::prelude::*;
use cuda_std::shared_array;

#[kernel]
pub unsafe fn any_above_ten(x: &[u32], y: *mut u32) {
    let flag = shared_array![u32; 1];
    let t = thread::thread_idx_x() as usize;
    if t == 0 {
        *flag = 0;
    }
    thread::sync_threads();
    if x[t] > 10 {
        *flag = 1;
    }
    thread::sync_threads();
    *y.add(t) = *flag;
}
