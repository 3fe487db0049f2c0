//! The halo is fetched by the first two threads, the tree counts its steps, and
//! the barrier stands at the top of each.

use core::sync::atomic::AtomicU32;
use core::sync::atomic::Ordering::Relaxed;
use cuda_std::prelude::*;
use cuda_std::shared_array;

pub const BLOCK: usize = 128;
const STEPS: u32 = BLOCK.ilog2();

#[kernel]
pub unsafe fn smooth_signal(input: *const u32, output: *mut u32, total: *mut u32, n: u32) {
    let sums = shared_array![u32; BLOCK];
    let tile = shared_array![u32; BLOCK + 2];
    let t = thread::thread_idx_x() as usize;
    let first = thread::block_idx_x() as usize * BLOCK;
    let n = n as usize;
    // Word k of the tile is element first + k - 1.
    let mut k = t;
    while k < BLOCK + 2 {
        let inside = first + k >= 1 && first + k <= n;
        *tile.add(k) = if inside { *input.add(first + k - 1) } else { 0 };
        k += BLOCK;
    }
    *sums.add(t) = if first + t < n { *input.add(first + t) } else { 0 };
    for step in 1..=STEPS {
        thread::sync_threads();
        if t < BLOCK >> step {
            *sums.add(t) += *sums.add(t + (BLOCK >> step));
        }
    }
    if first + t < n {
        *output.add(first + t) = *tile.add(t + 2) + *tile.add(t) + *tile.add(t + 1);
    }
    if t != 0 {
        return;
    }
    AtomicU32::from_ptr(total).fetch_add(*sums, Relaxed);
}
