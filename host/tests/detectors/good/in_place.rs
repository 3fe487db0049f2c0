// expect: nothing
// block: 64 grid: 3 buffers: 192
// Each thread changes its own word of a buffer in place, again and again.
use cuda_std::prelude::*;

#[kernel]
pub unsafe fn polynomial(y: *mut u32) {
    let own = y.add(thread::index_1d() as usize);
    for i in 0..5 {
        *own = *own * 3 + i;
    }
}
