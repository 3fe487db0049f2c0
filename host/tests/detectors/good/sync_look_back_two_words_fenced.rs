// expect: nothing
// block: 32 grid: 4 buffers: 128 5 5 128
// The value stands beside its state, with a fence on either side.
use core::sync::atomic::Ordering;
use cuda_std::atomic::mid::*;
use cuda_std::prelude::*;
use cuda_std::shared_array;

#[kernel]
pub unsafe fn scan(x: &[u32], states: *mut u32, sums: *mut u32, y: *mut u32) {
    let before = shared_array![u32; 1];
    let t = thread::thread_idx_x() as usize;
    let b = thread::block_idx_x() as usize;
    if t == 0 {
        let mut prefix = 0;
        if b > 0 {
            while atomic_load_32_device(states.add(b), Ordering::Relaxed) != 100 {}
            device_thread_fence(Ordering::Acquire);
            prefix = *sums.add(b);
        }
        *sums.add(b + 1) = prefix + x[32 * b];
        device_thread_fence(Ordering::Release);
        atomic_store_32_device(states.add(b + 1), Ordering::Relaxed, 100);
        *before = prefix;
    }
    thread::sync_threads();
    *y.add(32 * b + t) = *before;
}
