use cuda_std::prelude::*;

#[kernel]
pub unsafe fn k(input: &[f32], output: *mut f32, n: u32) {
    let c = n as char;
    if c == 'a' {
        *output = 1.0;
    }
}
