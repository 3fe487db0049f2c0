use cuda_std::prelude::*;

fn half(x: f32) -> f32 {
    x * 0.5;
}

#[kernel]
pub unsafe fn k(output: *mut f32) {
    *output = half(1.0);
}
