use cuda_std::prelude::*;

#[kernel]
pub unsafe fn k(input: &[f32], output: *mut f32) {
    *output = *input.iter().max().unwrap();
}
