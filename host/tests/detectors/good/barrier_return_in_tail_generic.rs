// expect: nothing
// block: 64 grid: 1 buffers: 64
// The same of one that is written out in its place.
use cuda_std::prelude::*;
use cuda_std::shared_array;

fn stage(t: usize, write: impl Fn(usize)) {
    for round in 0..3 {
        if t >= 32 && round == 1 {
            return;
        }
        thread::sync_threads();
        write((t + round) % 32);
        thread::sync_threads();
    }
}

#[kernel]
pub unsafe fn run(output: *mut u32) {
    let tile = shared_array![u32; 64];
    let t = thread::thread_idx_x() as usize;
    *tile.add(t) = t as u32;
    stage(t, |at| *output.add(t) = *tile.add(at))
}
