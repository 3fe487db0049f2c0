use cuda_std::prelude::*;

#[kernel]
pub unsafe fn k(output: *mut u32) {
    let mut count = 0u32;
    let mut step = |by: u32| count += by;
    step(1);
    count *= 2;
    step(3);
    *output = count;
}
