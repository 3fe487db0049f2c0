// endless
// grid = [1]
// block = [64]
// [[buffer]]
// name = 'out'
// type = 'u32'
// len = 1

use cuda_std::prelude::*;
use cuda_std::shared_array;

#[kernel]
pub unsafe fn shared_plain_flag(out: *mut u32) {
    let flag = shared_array![u32; 1];
    let t = thread::thread_idx_x();
    if t == 0 {
        *flag = 0;
    }
    thread::sync_threads();
    if t >= 32 {
        while *flag == 0 {} // here
    }
    *out = 1;
}
