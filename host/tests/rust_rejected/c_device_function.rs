use cuda_std::prelude::*;

__device__ float square(float x) { return x * x; }

#[kernel]
pub unsafe fn k(input: &[f32], output: *mut f32, count: *mut u32, n: u32) {
    *output = square(2.0);
}
