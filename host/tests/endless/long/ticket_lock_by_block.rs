// ends
// grid = [16]
// block = [64]
// [[buffer]]
// name = 'tickets'
// type = 'u32'
// len = 2
// [[buffer]]
// name = 'count'
// type = 'u32'
// len = 1
// expect = [16]

use core::sync::atomic::Ordering::{Acquire, Relaxed, Release};
use cuda_std::atomic::mid;
use cuda_std::prelude::*;

#[kernel]
pub unsafe fn ticket_lock_by_block(tickets: *mut u32, count: *mut u32) {
    if thread::thread_idx_x() == 0 {
        let mine = mid::atomic_fetch_add_u32_device(tickets, Relaxed, 1);
        while mid::atomic_load_32_device(tickets.add(1), Acquire) != mine {}
        *count += 1;
        mid::atomic_fetch_add_u32_device(tickets.add(1), Release, 1);
    }
}
