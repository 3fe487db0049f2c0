// expect: barrier 8
// block: 64 grid: 1 buffers: 64 64
// Only some threads call the function with the barrier.
use cuda_std::prelude::*;
use cuda_std::shared_array;

unsafe fn settle() {
    thread::sync_threads();
}

#[kernel]
pub unsafe fn some_settle(x: &[u32], y: *mut u32) {
    let tile = shared_array![u32; 64];
    let t = thread::thread_idx_x() as usize;
    *tile.add(t) = x[t];
    if t > 20 {
        settle();
    }
    *y.add(t) = *tile.add(t);
}
