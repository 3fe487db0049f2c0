// expect: race 9 10
// block: 32 grid: 2 buffers: 64
// Two blocks swap halves of a buffer in place.
use cuda_std::prelude::*;

#[kernel]
pub unsafe fn reverse_in_place(y: *mut u32) {
    let i = thread::index_1d() as usize;
    let other = *y.add(63 - i);
    *y.add(i) = other;
}
