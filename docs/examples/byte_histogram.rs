//! How often each byte occurs, counted in shared memory first.

use core::sync::atomic::{AtomicU32, Ordering};
use cuda_std::address_space;
use cuda_std::prelude::*;

const BINS: usize = 256;

#[kernel]
pub unsafe fn byte_histogram(bytes: &[u8], bins: &[AtomicU32]) {
    #[address_space(shared)]
    static COUNTS: [AtomicU32; BINS] = [const { AtomicU32::new(0) }; BINS];

    let t = thread::thread_idx_x() as usize;
    let threads = thread::block_dim_x() as usize;
    for count in COUNTS.iter().skip(t).step_by(threads) {
        count.store(0, Ordering::Relaxed);
    }
    thread::sync_threads();

    let first = thread::index_1d() as usize;
    let stride = threads * thread::grid_dim_x() as usize;
    for &byte in bytes.iter().skip(first).step_by(stride) {
        COUNTS[usize::from(byte)].fetch_add(1, Ordering::Relaxed);
    }
    thread::sync_threads();

    for bin in (t..BINS).step_by(threads) {
        match COUNTS[bin].load(Ordering::Relaxed) {
            0 => {}
            count => {
                bins[bin].fetch_add(count, Ordering::Relaxed);
            }
        }
    }
}
