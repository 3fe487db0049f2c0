// expect: nothing
// block: 64 grid: 4 buffers: 256 5 256
// The sum travels in the atomic word that the next block waits for.
use core::sync::atomic::Ordering;
use cuda_std::atomic::mid::*;
use cuda_std::prelude::*;
use cuda_std::shared_array;

const READY: u32 = 1 << 31;

#[kernel]
pub unsafe fn scan(x: &[u32], sums: *mut u32, y: *mut u32) {
    let before = shared_array![u32; 1];
    let t = thread::thread_idx_x() as usize;
    let b = thread::block_idx_x() as usize;
    if t == 0 {
        let mut sum = 0;
        if b > 0 {
            let mut word = 0;
            while word & READY == 0 {
                word = atomic_load_32_device(sums.add(b), Ordering::Relaxed);
            }
            sum = word & !READY;
        }
        *before = sum;
        atomic_store_32_device(sums.add(b + 1), Ordering::Relaxed, (sum + x[b]) | READY);
    }
    thread::sync_threads();
    *y.add(64 * b + t) = *before + x[t];
}
