// endless
// grid = [4]
// block = [32]
// [[buffer]]
// name = 'tickets'
// type = 'u32'
// len = 2

use core::sync::atomic::Ordering::{Acquire, Relaxed};
use cuda_std::atomic::mid;
use cuda_std::prelude::*;

#[kernel]
pub unsafe fn ticket_not_passed_on(tickets: *mut u32) {
    if thread::thread_idx_x() == 0 {
        let mine = mid::atomic_fetch_add_u32_device(tickets, Relaxed, 1);
        while mid::atomic_load_32_device(tickets.add(1), Acquire) != mine {} // here
    }
}
