use cuda_std::prelude::*;

#[kernel]
pub unsafe fn k(input: &[f32], output: *mut f32, n: u32) {
    let pair = [input[0], input[1]];
    println!("{}", pair);
}
