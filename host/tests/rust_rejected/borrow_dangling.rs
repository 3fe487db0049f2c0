use cuda_std::prelude::*;

#[kernel]
pub unsafe fn k(input: &[f32], output: *mut f32) {
    let mut best = &input[0];
    if input[1] > *best {
        let sum = input[0] + input[1];
        best = &sum;
    }
    *output = *best;
}
