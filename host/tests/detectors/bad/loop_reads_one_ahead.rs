// expect: bounds 13
// block: 13 grid: 1 buffers: 65 13
// The next value is fetched before the loop knows that there is none.
use cuda_std::prelude::*;

#[kernel]
pub unsafe fn sums(x: *const u32, y: *mut u32) {
    let t = thread::thread_idx_x() as usize;
    let mut sum = 0u32;
    let mut ahead = *x.add(t);
    for i in (t..65).step_by(13) {
        let current = ahead;
        ahead = *x.add(i + 13);
        sum = sum.wrapping_add(current);
    }
    *y.add(t) = sum;
}
