// expect: race 8 8
// block: 64 grid: 2 buffers: 1
// Every thread writes its own number to the same word of a buffer.
use cuda_std::prelude::*;

#[kernel]
pub unsafe fn who_wins(y: *mut u32) {
    *y = thread::index_1d();
}
