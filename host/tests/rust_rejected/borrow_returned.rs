use cuda_std::prelude::*;

fn doubled(x: &f32) -> &f32 {
    let twice = *x * 2.0;
    &twice
}

#[kernel]
pub unsafe fn k(input: &[f32], output: *mut f32) {
    *output = *doubled(&input[0]);
}
