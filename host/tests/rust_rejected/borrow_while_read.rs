use cuda_std::prelude::*;

#[kernel]
pub unsafe fn k(input: &[f32], output: *mut f32) {
    let mut tile = [input[0], input[1]];
    let largest = &tile[0];
    let smallest = &mut tile[1];
    *smallest -= 1.0;
    *output = *largest;
}
