// expect: race 24 29
// block: 48 grid: 3 buffers: 144 6 1 1
// One member is written behind the fence, when the ticket is already drawn.
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
    (*pairs.add(b)).sum = x[b];
    thread::device_fence();
    let taken = atomic_fetch_add_u32_device(ticket, Ordering::Relaxed, 1);
    (*pairs.add(b)).most = x[b];
    if taken == thread::grid_dim_x() - 1 {
        thread::device_fence();
        let mut most = 0u32;
        for other in 0..thread::grid_dim_x() as usize {
            most = most.max((*pairs.add(other)).most);
        }
        *y = most;
    }
}
