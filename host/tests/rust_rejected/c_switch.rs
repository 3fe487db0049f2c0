use cuda_std::prelude::*;

#[kernel]
pub unsafe fn k(input: &[f32], output: *mut f32, count: *mut u32, n: u32) {
    switch (n) {
        case 0: *output = 1.0; break;
        default: *output = 2.0;
    }
}
