use cuda_std::prelude::*;

#[kernel]
pub unsafe fn k(output: *mut u32) {
    let mut count = 1u32;
    let changed = &mut count;
    *output = count;
    *changed += 1;
}
