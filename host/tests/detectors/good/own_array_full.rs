// expect: nothing
// block: 64 grid: 1 buffers: 64
// Only some lanes have an index near the end.
use cuda_std::prelude::*;

#[kernel]
pub unsafe fn last_eight(y: *mut u32) {
    let t = thread::thread_idx_x();
    let mut last = [0; 8];
    for i in 0..8 {
        last[i] = t + i as u32;
    }
    if t < 4 {
        *y.add(t as usize) = last[t as usize + 4];
    } else {
        *y.add(t as usize) = [t, 1, 2, 3][t as usize % 4];
    }
}
