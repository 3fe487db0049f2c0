// expect: warning race 8 8
// block: 64 grid: 2 buffers: 1
// All threads of all blocks set the same flag.
use cuda_std::prelude::*;

#[kernel]
pub unsafe fn we_were_here(y: *mut u32) {
    *y = 1;
}
