use cuda_std::prelude::*;

#[kernel]
pub unsafe fn k(input: &[f32], output: *mut f32, count: *mut u32, n: u32) {
    let mut s = 0.0; let mut c = 0.0;
    sincosf(input[0], &mut s, &mut c);
    *output = s + c;
}
