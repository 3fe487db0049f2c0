// expect: nothing
// block: 64 grid: 1 buffers: 64 64
// One barrier orders both memories.
use cuda_std::prelude::*;
use cuda_std::shared_array;

#[kernel]
pub unsafe fn both_memories(x: &[u32], y: *mut u32) {
    let tile = shared_array![u32; 64];
    let t = thread::thread_idx_x() as usize;
    *tile.add(t) = x[t];
    *y.add(t) = t as u32;
    thread::sync_threads();
    let sum = *tile.add(63 - t) + *y.add(63 - t);
    thread::sync_threads();
    *y.add(t) = sum;
}
