// expect: nothing
// block: 64 grid: 1 buffers: 64
// Whoever returns has come to the barrier of every round before.
use cuda_std::prelude::*;
use cuda_std::shared_array;

#[kernel]
pub unsafe fn run(output: *mut u32) {
    let tile = shared_array![u32; 64];
    let t = thread::thread_idx_x() as usize;
    *tile.add(t) = t as u32;
    let mut round = 0;
    loop {
        thread::sync_threads();
        if t / 32 + 1 == round {
            return;
        }
        *output.add(t) = round as u32;
        round += 1;
    }
}
