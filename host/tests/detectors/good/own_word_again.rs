// expect: nothing
// block: 64 grid: 1 buffers: 64 64
// Every thread reads only what it wrote itself.
use cuda_std::prelude::*;
use cuda_std::shared_array;

#[kernel]
pub unsafe fn own_word(x: &[u32], y: *mut u32) {
    let tile = shared_array![u32; 64];
    let t = thread::thread_idx_x() as usize;
    *tile.add(t) = x[t] + 1;
    *tile.add(t) *= 2;
    *y.add(t) = *tile.add(t) + *tile.add(t);
}
