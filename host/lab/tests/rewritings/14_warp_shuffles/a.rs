//! Blocks of 128, exclusive-or instead of down: every lane holds the sum.

use core::sync::atomic::{AtomicU32, Ordering};
use cuda_std::prelude::*;
use cuda_std::shared_array;
use cuda_std::warp::warp_shuffle_xor;

const BLOCK: usize = 128;

unsafe fn over_warp(mut mine: u32) -> u32 {
    for bit in 0..5 {
        mine += warp_shuffle_xor(u32::MAX, mine, 1 << bit, 32).0;
    }
    mine
}

#[kernel]
pub unsafe fn sum(input: &[u32], total: *mut u32, n: u32) {
    let parts = shared_array![u32; 32];
    let me = thread::thread_idx_x() as usize;
    let mut mine = input.get(thread::index_1d() as usize).copied().unwrap_or(0);
    mine = over_warp(mine);
    if me % 32 == 31 {
        *parts.add(me / 32) = mine;
    }
    thread::sync_threads();
    if me >= 32 {
        return;
    }
    mine = if me < BLOCK / 32 { *parts.add(me) } else { 0 };
    mine = over_warp(mine);
    if me == 7 {
        AtomicU32::from_ptr(total).fetch_add(mine, Ordering::Relaxed);
    }
}
