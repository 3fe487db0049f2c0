use cuda_std::prelude::*;

#[kernel]
pub unsafe fn k(input: &[f32], output: *mut f32, n: u32) {
    let a = [1.0, 2.0, 3.0];
    *output = a[3];
}
