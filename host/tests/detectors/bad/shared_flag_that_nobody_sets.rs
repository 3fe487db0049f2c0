// expect: endless 20
// block: 64 grid: 2 buffers: 2
// A warp waits for a flag in shared memory; that there is another block does not matter.
use core::sync::atomic::Ordering;
use cuda_std::atomic::mid::*;
use cuda_std::prelude::*;
use cuda_std::shared_array;

#[kernel]
pub unsafe fn run(output: *mut u32) {
    let flag = shared_array![u32; 1];
    let t = thread::thread_idx_x();
    if t == 0 {
        *flag = 0;
    }
    thread::sync_threads();
    if t == 40 {
        atomic_fetch_add_u32_block(flag, Ordering::Relaxed, 0);
    }
    while atomic_load_32_block(flag, Ordering::Acquire) == 0 {}
    *output.add(thread::block_idx_x() as usize) = t;
}
