// expect: barrier 13
// block: 64 grid: 1 buffers: 64 64
// One warp skips the first barrier and waits at the second.
use cuda_std::prelude::*;
use cuda_std::shared_array;

#[kernel]
pub unsafe fn two_stages(x: &[u32], y: *mut u32) {
    let tile = shared_array![u32; 64];
    let t = thread::thread_idx_x() as usize;
    *tile.add(t) = x[t];
    if t < 32 {
        thread::sync_threads();
    }
    let own = *tile.add(t);
    thread::sync_threads();
    *y.add(t) = own;
}
