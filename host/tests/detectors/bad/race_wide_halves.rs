// expect: race 12 14
// block: 64 grid: 1 buffers: 64 64
// One thread writes a word of 64 bits that another one reads.
use cuda_std::prelude::*;
use cuda_std::shared_array;

#[kernel]
pub unsafe fn halves(x: &[u32], y: *mut u64) {
    let wide = shared_array![u64; 32];
    let t = thread::thread_idx_x() as usize;
    if t < 32 {
        *wide.add(t) = x[t] as u64;
    } else {
        *y.add(t - 32) = *wide.add(63 - t);
    }
}
