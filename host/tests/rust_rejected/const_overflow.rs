use cuda_std::prelude::*;

const LARGE: u32 = 4_000_000_000 * 2;

#[kernel]
pub unsafe fn k(output: *mut u32) {
    *output = LARGE;
}
