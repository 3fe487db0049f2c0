// expect: nothing
// block: 64 grid: 1 buffers: 16 16
use cuda_std::prelude::*;

#[kernel]
pub unsafe fn gather(y: *mut u8, z: *mut u32) {
    let t = thread::thread_idx_x() as usize;
    *y.add(t) = t as u8;
    thread::sync_threads();
    if t < 16 {
        *z.add(t) = *(y as *const u32).add(t);
    }
}
