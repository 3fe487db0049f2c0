// expect: nothing
// block: 16 grid: 1 buffers: 16
// Few threads set many words to zero in a loop.
use cuda_std::prelude::*;
use cuda_std::shared_array;

#[kernel]
pub unsafe fn zeros(y: *mut u32) {
    let tile = shared_array![u32; 64];
    let t = thread::thread_idx_x() as usize;
    for i in (t..64).step_by(16) {
        *tile.add(i) = 0;
    }
    thread::sync_threads();
    *y.add(t) = *tile.add(63 - t) + *tile.add(4 * t);
}
