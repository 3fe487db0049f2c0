use cuda_std::prelude::*;

struct Total(f32);

#[kernel]
pub unsafe fn k(input: &[f32], output: *mut f32, n: u32) {
    let total: Total = input.iter().copied().collect();
    *output = total.0;
}
