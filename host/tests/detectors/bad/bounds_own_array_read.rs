// expect: bounds 10
// block: 64 grid: 1 buffers: 64
// A window of the thread's own is read past its end, and that is thrown away.
use cuda_std::prelude::*;

#[kernel]
pub unsafe fn window(y: *mut u32) {
    let t = thread::thread_idx_x();
    let window = [t, t + 1, t + 2, t + 3];
    let value = window[t as usize % 5];
    *y.add(t as usize) = if t % 5 == 4 { 0 } else { value };
}
