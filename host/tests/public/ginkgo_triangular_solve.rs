// pattern: Ginkgo, by the Karlsruhe Institute of Technology
// expect: nothing
// block: 32 grid: 12 buffers: 12 12 12
// Each row waits for the values it depends on: a value that is there is its own flag.
use core::sync::atomic::Ordering;
use cuda_std::atomic::mid::*;
use cuda_std::prelude::*;

const MISSING: u32 = 0x8000_0000;

#[kernel]
pub unsafe fn solve(right: &[u32], ready: *mut u32, output: *mut u32) {
    if thread::thread_idx_x() != 0 {
        return;
    }
    let row = thread::block_idx_x();
    // The row depends on the row before it and on the one at half its number.
    let mut sum = right[row as usize] + 1;
    if row > 0 {
        let depends = [row - 1, row / 2];
        for k in 0..2 {
            let slot = ready.add(depends[k] as usize);
            let mut value = atomic_load_32_device(slot, Ordering::Relaxed);
            while value & MISSING == 0 {
                value = atomic_load_32_device(slot, Ordering::Relaxed);
            }
            sum += value & !MISSING;
        }
    }
    atomic_store_32_device(ready.add(row as usize), Ordering::Relaxed, sum | MISSING);
    *output.add(row as usize) = sum;
}
