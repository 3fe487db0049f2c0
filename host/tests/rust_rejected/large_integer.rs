use cuda_std::prelude::*;

#[kernel]
pub unsafe fn k(input: &[f32], output: *mut f32, x: u128) {
    *output = input[0] + x as f32;
}
