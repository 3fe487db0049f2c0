//! Blocks of 1024, distances upwards, all warps take part in the second round.

use core::sync::atomic::AtomicU32;
use core::sync::atomic::Ordering::Relaxed;
use cuda_std::prelude::*;
use cuda_std::{shared_array, warp};

pub const BLOCK: usize = 1024;
pub const LANES: usize = 32;

#[kernel]
pub unsafe fn sum(input: *const u32, total: *mut u32, n: u32) {
    let sums = shared_array![u32; BLOCK / LANES];
    let t = thread::thread_idx_x() as usize;
    let mut sum = 0;
    if thread::index_1d() < n {
        sum = *input.add(thread::index_1d() as usize);
    }
    let mut distance = 1;
    while distance < LANES as u32 {
        sum += warp::warp_shuffle_down(u32::MAX, sum, distance, 32).0;
        distance *= 2;
    }
    if warp::lane_id() == 0 {
        *sums.add(t / LANES) = sum;
    }
    thread::sync_threads();
    if t / LANES != 0 {
        return;
    }
    sum = *sums.add(t);
    for distance in [16, 8, 4, 2, 1] {
        sum += warp::warp_shuffle_down(u32::MAX, sum, distance, 32).0;
    }
    if t == 0 {
        AtomicU32::from_ptr(total).fetch_add(sum, Relaxed);
    }
}
