// expect: race 21 18
// block: 64 grid: 4 buffers: 256 5 6 256
// Every block waits for the flag of the one before and then reads its plain sum.
use core::sync::atomic::Ordering;
use cuda_std::atomic::mid::*;
use cuda_std::prelude::*;
use cuda_std::shared_array;

#[kernel]
pub unsafe fn scan(x: &[u32], sums: *mut u32, ready: *mut u32, y: *mut u32) {
    let before = shared_array![u32; 1];
    let t = thread::thread_idx_x() as usize;
    let b = thread::block_idx_x() as usize;
    if t == 0 {
        let mut sum = 0u32;
        if b > 0 {
            while atomic_load_32_device(ready.add(b), Ordering::Relaxed) != 100 {}
            sum = *sums.add(b);
        }
        *before = sum;
        *sums.add(b + 1) = sum.wrapping_add(x[b]);
        atomic_store_32_device(ready.add(b + 1), Ordering::Relaxed, 100);
    }
    thread::sync_threads();
    *y.add(64 * b + t) = (*before).wrapping_add(x[t]);
}
