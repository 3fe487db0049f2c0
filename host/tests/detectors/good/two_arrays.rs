// expect: nothing
// block: 64 grid: 1 buffers: 64 64
// Two shared arrays at the same index are different words.
use cuda_std::prelude::*;
use cuda_std::shared_array;

#[kernel]
pub unsafe fn two_arrays(x: &[u32], y: *mut u32) {
    let tile = shared_array![u32; 64];
    let other = shared_array![u32; 64];
    let t = thread::thread_idx_x() as usize;
    *tile.add(t) = x[t];
    *other.add(63 - t) = t as u32;
    *y.add(t) = *tile.add(t) + *other.add(63 - t);
}
