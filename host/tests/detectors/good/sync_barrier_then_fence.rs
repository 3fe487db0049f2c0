// expect: nothing
// block: 64 grid: 3 buffers: 192 192 1 64
// The barrier brings the words of all to one thread, and its fence brings them to the others.
use core::sync::atomic::Ordering;
use cuda_std::atomic::mid::*;
use cuda_std::prelude::*;
use cuda_std::shared_array;

#[kernel]
pub unsafe fn publish(x: &[u32], words: *mut u32, ticket: *mut u32, y: *mut u32) {
    let is_last = shared_array![bool; 1];
    let t = thread::thread_idx_x() as usize;
    let i = thread::index_1d() as usize;
    *words.add(i) = x[i] + 1;
    thread::sync_threads();
    if t == 0 {
        thread::device_fence();
        *is_last = atomic_fetch_add_u32_device(ticket, Ordering::Relaxed, 1) == 2;
        thread::device_fence();
    }
    thread::sync_threads();
    if *is_last {
        *y.add(t) = *words.add(t) + *words.add(t + 64) + *words.add(t + 128);
    }
}
