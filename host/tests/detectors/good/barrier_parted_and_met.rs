// expect: nothing
// block: 50 grid: 1 buffers: 50 50
// Lanes part, meet again, and come to the barrier together.
use cuda_std::prelude::*;
use cuda_std::shared_array;

#[kernel]
pub unsafe fn part_and_meet(x: &[u32], y: *mut u32) {
    let tile = shared_array![u32; 50];
    let t = thread::thread_idx_x();
    let mut value = x[t as usize];
    if value % 2 == 0 {
        value /= 2;
    } else {
        for i in 0..t % 7 {
            value += i;
        }
    }
    *tile.add(t as usize) = value;
    thread::sync_threads();
    *y.add(t as usize) = *tile.add(49 - t as usize);
}
