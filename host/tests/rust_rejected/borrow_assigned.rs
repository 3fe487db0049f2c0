use cuda_std::prelude::*;

#[kernel]
pub unsafe fn k(input: &[f32], output: *mut f32) {
    let mut best = input[0];
    let seen = &best;
    if input[1] > best {
        best = input[1];
    }
    *output = best - *seen;
}
