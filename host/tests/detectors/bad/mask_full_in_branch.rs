// expect: warp 12
// block: 64 grid: 1 buffers: 64 64
// The mask names all lanes, and half of them are on the other side.
use cuda_std::prelude::*;
use cuda_std::warp;

#[kernel]
pub unsafe fn first_half(x: &[u32], y: *mut u32) {
    let t = thread::thread_idx_x() as usize;
    let mut sum = x[t];
    if t % 32 < 16 {
        sum += warp::warp_shuffle_xor(u32::MAX, sum, 8, 16).0;
    }
    *y.add(t) = sum;
}
