use cuda_std::prelude::*;

#[kernel]
pub unsafe fn k(input: &[f32], output: *mut f32, n: u32) {
    let i: u32 = 1.5;
    *output.add(i as usize) = 0.0;
}
