use core::sync::atomic::{AtomicU32, Ordering};
use cuda_std::prelude::*;

#[repr(C)]
pub struct Stats {
    count: u32,
    other: u32,
}

#[kernel]
pub unsafe fn k(stats: *mut Stats) {
    AtomicU32::from_ptr(&raw mut (*stats).count).fetch_add(1, Ordering::Relaxed);
}
