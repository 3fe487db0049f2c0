use cuda_std::prelude::*;

#[kernel]
pub unsafe fn k(input: &[f32], output: *mut f32, count: *mut u32, n: u32) {
    let i = thread::index_1d();
    let x = input[i as usize];
    if (x > 0.0) *output = x;
}
