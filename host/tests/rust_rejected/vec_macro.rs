use cuda_std::prelude::*;

#[kernel]
pub unsafe fn k(input: &[f32], output: *mut f32, n: u32) {
    let v = vec![0.0; 16];
    *output = v[0];
}
