// expect: nothing
// block: 64 grid: 1 buffers: 64
use cuda_std::prelude::*;
use cuda_std::shared_array;

#[kernel]
pub unsafe fn run(output: *mut u32) {
    let tile = shared_array![u32; 64];
    let t = thread::thread_idx_x() as usize;
    let mut round = 0;
    while round < 6 {
        *tile.add(t) = round;
        thread::sync_threads();
        if t as u32 % 6 == round {
            return;
        }
        *output.add(t) = *tile.add(t);
        round += 1;
    }
}
