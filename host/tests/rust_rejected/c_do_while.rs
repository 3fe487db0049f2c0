use cuda_std::prelude::*;

#[kernel]
pub unsafe fn k(input: &[f32], output: *mut f32, count: *mut u32, n: u32) {
    let mut i = 0;
    do {
        i += 1;
    } while (i < 10);
    *output = 1.0;
}
