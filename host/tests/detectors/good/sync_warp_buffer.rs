// expect: nothing
// block: 64 grid: 2 buffers: 128
// A barrier of the warp orders buffers as well.
use crate::warp::ALL_LANES;
use cuda_std::prelude::*;
use cuda_std::warp;

#[kernel]
pub unsafe fn reverse_warps_in_place(y: *mut u32) {
    let i = thread::index_1d() as usize;
    let other = *y.add(i ^ 31);
    warp::sync_warp(ALL_LANES);
    *y.add(i) = other;
}
