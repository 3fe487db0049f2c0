use cuda_std::prelude::*;

#[kernel]
pub unsafe fn k(input: &[f32], output: *mut f32, n: u32) {
    let c: u8 = 'x';
}
