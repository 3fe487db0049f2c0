// expect: race 9 12
// block: 64 grid: 2 buffers: 128 256
// Each block reads what the next block writes: the barrier is for one block only.
use cuda_std::prelude::*;

#[kernel]
pub unsafe fn neighbours(x: &[u32], y: *mut u32) {
    let i = thread::index_1d() as usize;
    *y.add(i) = x[i];
    thread::sync_threads();
    if i + 1 < 128 {
        *y.add(128 + i) = *y.add(i + 1);
    }
}
