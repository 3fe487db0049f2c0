// expect: race 36 19; race 37 22
// block: 64 grid: 3 buffers: 256 1 256 256 1 256
use core::sync::atomic::{AtomicU32, Ordering};
use cuda_std::prelude::*;

/// Whoever walks over the stack does not acquire what is in its nodes.
#[kernel]
pub unsafe fn push_and_pop(
    x: &[u32],
    head: &[AtomicU32],
    next: *mut u32,
    value: *mut u32,
    pushed: &[AtomicU32],
    y: *mut u32,
) {
    let i = thread::index_1d() as usize;
    if i < 40 {
        // A node is written before it is made the head.
        *value.add(i) = x[i] * 2;
        let mut old = head[0].load(Ordering::Relaxed);
        loop {
            *next.add(i) = old;
            let seen = head[0].compare_and_swap(old, i as u32 + 1, Ordering::Release);
            if seen == old {
                break;
            }
            old = seen;
        }
        pushed[0].fetch_add(1, Ordering::Relaxed);
    }
    if thread::block_idx_x() == 2 && thread::thread_idx_x() == 0 {
        while pushed[0].load(Ordering::Relaxed) < 40 {}
        let mut node = head[0].load(Ordering::Relaxed) as usize;
        let mut count = 0;
        while node != 0 {
            *y.add(count) = *value.add(node - 1);
            node = *next.add(node - 1) as usize;
            count += 1;
        }
    }
}
