// expect: nothing
// block: 64 grid: 1 buffers: 16 16
// Four threads write the four bytes of a word at once, in shared memory and in the
// buffer, and each is alone with its byte.
use cuda_std::prelude::*;
use cuda_std::shared_array;

#[kernel]
pub unsafe fn mirror(x: &[u8], y: *mut u8) {
    let tile = shared_array![u8; 64];
    let t = thread::thread_idx_x() as usize;
    *tile.add(t) = x[t];
    thread::sync_threads();
    *y.add(t) = *tile.add(63 - t);
}
