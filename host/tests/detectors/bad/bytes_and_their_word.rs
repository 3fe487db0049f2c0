// expect: race 9 11
// block: 64 grid: 1 buffers: 16 16
// Threads write bytes, and one of them reads the words before all have written.
use cuda_std::prelude::*;

#[kernel]
pub unsafe fn gather(y: *mut u8, z: *mut u32) {
    let t = thread::thread_idx_x() as usize;
    *y.add(t) = t as u8;
    if t < 16 {
        *z.add(t) = *(y as *const u32).add(t);
    }
}
