// expect: nothing
// block: 64 grid: 2 buffers: 2
// Each warp tries a lock in shared memory up to 4,000 times; one block has nothing to do
// with the other.
use core::sync::atomic::Ordering;
use cuda_std::atomic::mid::*;
use cuda_std::prelude::*;
use cuda_std::shared_array;

#[kernel]
pub unsafe fn run(output: *mut u32) {
    let lock = shared_array![u32; 1];
    let t = thread::thread_idx_x();
    if t == 0 {
        *lock = 1;
    }
    thread::sync_threads();
    if t == 0 {
        let mut rounds = 0;
        while rounds < 3000 {
            rounds += atomic_fetch_add_u32_block(lock.add(0), Ordering::Relaxed, 0);
        }
        atomic_store_32_block(lock, Ordering::Release, 0);
    } else if t == 32 {
        let mut tries = 0;
        while tries < 4000 && atomic_load_32_block(lock, Ordering::Acquire) != 0 {
            tries += 1;
        }
        *output.add(thread::block_idx_x() as usize) = tries / 4001;
    }
}
