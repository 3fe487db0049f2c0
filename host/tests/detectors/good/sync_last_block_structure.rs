// expect: nothing
// block: 48 grid: 3 buffers: 144 6 1 2
// The last block puts pairs of sum and maximum together that all have left.
use core::sync::atomic::Ordering;
use cuda_std::atomic::mid::*;
use cuda_std::prelude::*;

#[derive(Clone, Copy)]
#[repr(C)]
pub struct Pair {
    sum: u32,
    most: u32,
}

#[kernel]
pub unsafe fn sum_and_most(x: &[u32], pairs: *mut Pair, ticket: *mut u32, y: *mut u32) {
    if thread::thread_idx_x() != 0 {
        return;
    }
    let b = thread::block_idx_x() as usize;
    let mut own = Pair { sum: 0, most: 0 };
    for i in 48 * b..48 * b + 48 {
        own.sum += x[i];
        own.most = own.most.max(x[i]);
    }
    *pairs.add(b) = own;
    thread::device_fence();
    if atomic_fetch_add_u32_device(ticket, Ordering::Relaxed, 1) == thread::grid_dim_x() - 1 {
        thread::device_fence();
        let mut all = *pairs;
        for other in 1..thread::grid_dim_x() as usize {
            all.sum += (*pairs.add(other)).sum;
            all.most = all.most.max((*pairs.add(other)).most);
        }
        *y = all.sum;
        *y.add(1) = all.most;
    }
}
