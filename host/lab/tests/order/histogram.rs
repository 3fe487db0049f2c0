use core::sync::atomic::AtomicU32;
use core::sync::atomic::Ordering::Relaxed;
use cuda_std::prelude::*;
use cuda_std::shared_array;

pub const BINS: usize = 256;
pub const BLOCK: usize = 128;

#[kernel]
pub unsafe fn histogram(input: *const u32, bins: *mut u32, n: u32) {
    let counts = shared_array![AtomicU32; BINS];
    let t = thread::thread_idx_x() as usize;
    for bin in (t..BINS).step_by(BLOCK) {
        (*counts.add(bin)).store(0, Relaxed);
    }
    thread::sync_threads();

    let threads = thread::grid_dim_x() as usize * BLOCK;
    for i in (thread::index_1d() as usize..n as usize).step_by(threads) {
        let value = *input.add(i) as usize;
        count!();
    }
    thread::sync_threads();

    for number in (t..BINS).step_by(BLOCK) {
        let own = (*counts.add(number)).load(Relaxed);
        let bin = AtomicU32::from_ptr(bins.add(number));
        add_up!();
    }
}
