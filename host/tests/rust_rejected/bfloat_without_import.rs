use cuda_std::prelude::*;

#[kernel]
pub unsafe fn k(input: &[bf16], output: *mut f32, n: u32) {
    *output = input[0].to_f32();
}
