// expect: uninit 13
// block: 32 grid: 1 buffers: 32 32
// The declaration says zero, but shared memory starts as anything.
use cuda_std::address_space;
use cuda_std::prelude::*;

#[address_space(shared)]
static mut TILE: [u32; 64] = [0; 64];

#[kernel]
pub unsafe fn tile(x: &[u32], y: *mut u32) {
    let t = thread::thread_idx_x() as usize;
    *y.add(t) = TILE[t + 32] + x[t];
}
