// ends
// grid = [12]
// block = [32]
// [[buffer]]
// name = 'status'
// type = 'u32'
// len = 12
// [[buffer]]
// name = 'sums'
// type = 'u32'
// len = 12
// expect = [78, 77, 75, 72, 68, 63, 57, 50, 42, 33, 23, 12]

use core::sync::atomic::Ordering::{Acquire, Release};
use cuda_std::atomic::mid;
use cuda_std::prelude::*;

#[kernel]
pub unsafe fn look_back(status: *mut u32, sums: *mut u32) {
    // The last block starts the chain, so that every other one has to wait.
    let block = thread::block_idx_x() as usize;
    let blocks = thread::grid_dim_x() as usize;
    if thread::thread_idx_x() == 0 {
        let own = block as u32 + 1;
        *sums.add(block) = own;
        if block + 1 < blocks {
            mid::atomic_store_32_device(status.add(block), Release, 1);
            let mut before = 0;
            let mut at = block + 1;
            loop {
                let state = mid::atomic_load_32_device(status.add(at), Acquire);
                if state == 2 {
                    before += *sums.add(at);
                    break;
                }
            }
            *sums.add(block) = own + before;
            at = block;
            mid::atomic_store_32_device(status.add(at), Release, 2);
        } else {
            mid::atomic_store_32_device(status.add(block), Release, 2);
        }
    }
}
