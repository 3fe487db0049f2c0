// expect: race 9 10
// block: 64 grid: 2 buffers: 128
// Lanes exchange words of a buffer in place, trusting that they run in step.
use cuda_std::prelude::*;

#[kernel]
pub unsafe fn reverse_warps_in_place(y: *mut u32) {
    let i = thread::index_1d() as usize;
    let other = *y.add(i ^ 31);
    *y.add(i) = other;
}
