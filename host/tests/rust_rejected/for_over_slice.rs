use cuda_std::prelude::*;

#[kernel]
pub unsafe fn k(input: &[f32], output: *mut f32, n: u32) {
    let mut sum = 0.0;
    for x in input {
        sum += *x;
    }
    *output = sum;
}
