use cuda_std::prelude::*;

#[kernel]
pub unsafe fn k(input: &[f32], output: *mut f32, n: u32) {
    let a = missing;
    let b: u32 = 1.0;
    *output.add(b as usize) = wrong(2);
}
