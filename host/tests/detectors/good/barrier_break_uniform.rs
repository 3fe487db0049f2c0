// expect: nothing
// block: 64 grid: 1 buffers: 64 64
// All threads leave the loop together, by a value that all have read.
use cuda_std::prelude::*;
use cuda_std::shared_array;

#[kernel]
pub unsafe fn until_limit(x: &[u32], y: *mut u32) {
    let limit = shared_array![u32; 1];
    let t = thread::thread_idx_x() as usize;
    let mut i = 0;
    loop {
        if t == 0 {
            *limit = x[7];
        }
        thread::sync_threads();
        let stop = i >= *limit;
        thread::sync_threads();
        if stop {
            break;
        }
        i += 1;
    }
    *y.add(t) = i;
}
