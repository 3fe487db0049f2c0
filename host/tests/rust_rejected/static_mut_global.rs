use cuda_std::prelude::*;

static mut COUNTER: u32 = 0;

#[kernel]
pub unsafe fn k(out: *mut u32) {
    COUNTER += 1;
    *out = COUNTER;
}
