// expect: race 10 14
// block: 64 grid: 2 buffers: 128 4
// The second use of the function writes what others still read for the first.
use cuda_std::prelude::*;
use cuda_std::shared_array;

unsafe fn block_sum(value: u32) -> u32 {
    let parts = shared_array![u32; 64];
    let t = thread::thread_idx_x() as usize;
    *parts.add(t) = value;
    thread::sync_threads();
    let mut sum = 0u32;
    for i in 0..64 {
        sum = sum.wrapping_add(*parts.add(i));
    }
    sum
}

#[kernel]
pub unsafe fn moments(x: &[u32], y: *mut u32) {
    let value = x[thread::index_1d() as usize];
    let sum = block_sum(value);
    let squares = block_sum(value * value);
    if thread::thread_idx_x() == 0 {
        let b = thread::block_idx_x() as usize;
        *y.add(2 * b) = sum;
        *y.add(2 * b + 1) = squares;
    }
}
