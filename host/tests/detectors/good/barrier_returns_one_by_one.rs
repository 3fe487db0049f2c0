// expect: nothing
// block: 96 grid: 2 buffers: 192 192
// In every round some threads are done and return, the others go on to the barrier.
use cuda_std::prelude::*;
use cuda_std::shared_array;

#[kernel]
pub unsafe fn countdown(x: &[u32], y: *mut u32) {
    let tile = shared_array![u32; 96];
    let t = thread::thread_idx_x() as usize;
    let i = thread::index_1d() as usize;
    for round in 0..4 {
        if t / 24 < round {
            return;
        }
        *tile.add(t) = x[i];
        thread::sync_threads();
        *y.add(i) = *tile.add(95 - (95 - t) % 24);
        thread::sync_threads();
    }
}
