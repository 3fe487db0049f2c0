// expect: nothing
// block: 13 grid: 1 buffers: 65 13
// The next value is fetched if there is one.
use cuda_std::prelude::*;

#[kernel]
pub unsafe fn sums(x: &[u32], y: *mut u32) {
    let t = thread::thread_idx_x() as usize;
    let mut sum = 0;
    let mut ahead = x[t];
    for i in (t..x.len()).step_by(13) {
        sum += ahead;
        if i + 13 < x.len() {
            ahead = x[i + 13];
        }
    }
    *y.add(t) = sum;
}
