use core::sync::atomic::Ordering;
use cuda_std::atomic::mid::atomic_fetch_add_f32_device;
use cuda_std::prelude::*;

#[derive(Clone, Copy)]
#[repr(C)]
pub struct Pair {
    a: f32,
    b: f32,
}

#[kernel]
pub unsafe fn k(p: *mut Pair, output: *mut f32) {
    atomic_fetch_add_f32_device(p as *mut f32, Ordering::Relaxed, 1.0);
    *output = (*p).a;
}
