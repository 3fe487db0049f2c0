// expect: nothing
// block: 32 grid: 2 buffers: 640 640
// Each thread changes ten words of its own, some of them again and again.
use cuda_std::prelude::*;

#[kernel]
pub unsafe fn own_ten(x: &[u32], y: *mut u32) {
    let i = thread::index_1d() as usize;
    let own = y.add(10 * i);
    for k in 0..10 {
        *own.add(k) += x[10 * i + k];
        *own.add(k / 2) += 1;
    }
}
