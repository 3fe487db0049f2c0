use cuda_std::prelude::*;

#[kernel]
pub unsafe fn k(input: &[f32], output: *mut f32, n: u32) {
    let tile = cuda_std::shared_array![f32; n];
    *tile = 1.0;
}
