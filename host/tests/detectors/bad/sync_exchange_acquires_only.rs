// expect: race 14 17
// block: 32 grid: 4 buffers: 64 4 1 4
// The exchange takes the number of a message, but nobody has published the message.
use core::sync::atomic::Ordering;
use cuda_std::atomic::mid::*;
use cuda_std::prelude::*;

#[kernel]
pub unsafe fn exchange(x: &[u32], messages: *mut u32, last: *mut u32, y: *mut u32) {
    if thread::thread_idx_x() != 0 {
        return;
    }
    let b = thread::block_idx_x() as usize;
    *messages.add(b) = x[b] + 40;
    let before = atomic_fetch_exch_u32_device(last, Ordering::Acquire, b as u32 + 1);
    if before > 0 {
        *y.add(b) = *messages.add(before as usize - 1);
    }
}
