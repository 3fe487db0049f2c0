// expect: race 12 15
// block: 32 grid: 1 buffers: 32 32
// Even and odd lanes meet apart, and then read each other's words.
use cuda_std::prelude::*;
use cuda_std::shared_array;
use cuda_std::warp;

#[kernel]
pub unsafe fn parity(x: &[u32], y: *mut u32) {
    let tile = shared_array![u32; 32];
    let t = thread::thread_idx_x() as usize;
    *tile.add(t) = x[t];
    let mask = if t % 2 == 0 { 0x5555_5555 } else { 0xaaaa_aaaa };
    warp::sync_warp(mask);
    *y.add(t) = *tile.add(t ^ 1);
}
