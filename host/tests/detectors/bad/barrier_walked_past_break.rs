// expect: barrier 15 11
// block: 64 grid: 1 buffers: 64
use cuda_std::prelude::*;
use cuda_std::shared_array;

#[kernel]
pub unsafe fn run(output: *mut u32) {
    let tile = shared_array![u32; 64];
    let t = thread::thread_idx_x() as usize;
    *tile.add(t) = t as u32;
    for round in 0..4 {
        if t / 32 == round {
            break;
        }
        thread::sync_threads();
    }
    *output.add(t) = 1;
}
