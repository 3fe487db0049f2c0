use cuda_std::prelude::*;

static mut COUNT: u32 = 0;

#[kernel]
pub unsafe fn k(output: *mut u32) {
    *output = COUNT;
}
