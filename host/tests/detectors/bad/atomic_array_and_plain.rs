// expect: race 13
// block: 64 grid: 2 buffers: 256 8
use core::sync::atomic::{AtomicU32, Ordering};
use cuda_std::prelude::*;

/// Counters that are counted atomically and set back by a plain write of another block.
#[kernel]
pub unsafe fn count(x: &[u32], counts: *mut AtomicU32) {
    let i = thread::index_1d() as usize;
    if thread::block_idx_x() == 0 {
        (*counts.add(x[i] as usize % 8)).fetch_add(1, Ordering::Relaxed);
    } else if i % 64 == 0 {
        *counts = AtomicU32::new(0);
    }
}
