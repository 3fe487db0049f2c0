//! Blocks of 64; two warps, written out.

use core::sync::atomic::AtomicU32;
use core::sync::atomic::Ordering::Relaxed;
use cuda_std::prelude::*;
use cuda_std::{shared_array, warp};

pub const BLOCK: usize = 64;

#[kernel]
pub unsafe fn sum(input: *const u32, total: *mut u32, n: u32) {
    let halves = shared_array![u32; 2];
    let t = thread::thread_idx_x() as usize;
    let i = thread::block_idx_x() as usize * BLOCK + t;
    let mut part = if i >= n as usize { 0 } else { *input.add(i) };
    part += warp::warp_shuffle_down(u32::MAX, part, 16, 32).0;
    part += warp::warp_shuffle_down(u32::MAX, part, 8, 32).0;
    part += warp::warp_shuffle_down(u32::MAX, part, 4, 32).0;
    part += warp::warp_shuffle_down(u32::MAX, part, 2, 32).0;
    part += warp::warp_shuffle_down(u32::MAX, part, 1, 32).0;
    match t {
        0 => *halves = part,
        32 => *halves.add(1) = part,
        _ => {}
    }
    thread::sync_threads();
    if t == 0 {
        AtomicU32::from_ptr(total).fetch_add(*halves + *halves.add(1), Relaxed);
    }
}
