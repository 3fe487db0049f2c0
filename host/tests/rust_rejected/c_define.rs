use cuda_std::prelude::*;
#define N 256

#[kernel]
pub unsafe fn k(input: &[f32], output: *mut f32, count: *mut u32, n: u32) {
    *output = N as f32;
}
