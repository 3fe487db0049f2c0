// expect: race 9 9
// block: 32 grid: 3 buffers: 32 32
// A block's last byte is the next one's first.
use cuda_std::prelude::*;

#[kernel]
pub unsafe fn copy(x: &[u8], y: *mut u8) {
    let i = (thread::block_idx_x() * 31 + thread::thread_idx_x()) as usize;
    *y.add(i) = x[i] ^ thread::block_idx_x() as u8;
}
