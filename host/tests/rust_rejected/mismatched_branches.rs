use cuda_std::prelude::*;

#[kernel]
pub unsafe fn k(input: &[f32], output: *mut f32, n: u32) {
    let x = if n > 3 { 1.0 } else { 2 };
    *output = x;
}
