// expect: nothing
// block: 64 grid: 2 buffers: 100 128
// Words that were not filled are not read either.
use cuda_std::prelude::*;
use cuda_std::shared_array;

#[kernel]
pub unsafe fn reverse(x: &[u32], y: *mut u32) {
    let tile = shared_array![u32; 64];
    let t = thread::thread_idx_x() as usize;
    let i = thread::index_1d() as usize;
    if i < x.len() {
        *tile.add(t) = x[i];
    }
    thread::sync_threads();
    let other = i / 64 * 64 + 63 - t;
    if other < x.len() {
        *y.add(i) = *tile.add(63 - t);
    }
}
