// expect: nothing
// block: 64 grid: 2 buffers: 128 4
// A function sums over the block twice: a barrier keeps the second use from the first.
use cuda_std::prelude::*;
use cuda_std::shared_array;

unsafe fn block_sum(value: u32) -> u32 {
    let parts = shared_array![u32; 64];
    let t = thread::thread_idx_x() as usize;
    *parts.add(t) = value;
    thread::sync_threads();
    let mut sum = 0;
    for i in 0..64 {
        sum += *parts.add(i);
    }
    thread::sync_threads();
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
