use cuda_std::prelude::*;

const NONE: u32 = 1 / 0;

#[kernel]
pub unsafe fn k(output: *mut u32) {
    *output = NONE;
}
