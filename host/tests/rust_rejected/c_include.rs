use cuda_std::prelude::*;
#include <cuda_runtime.h>

#[kernel]
pub unsafe fn k(input: &[f32], output: *mut f32, count: *mut u32, n: u32) {
    *output = 1.0;
}
