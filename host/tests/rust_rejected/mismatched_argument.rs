use cuda_std::prelude::*;

fn twice(x: f32) -> f32 {
    x * 2.0
}

#[kernel]
pub unsafe fn k(output: *mut f32, n: u32) {
    *output = twice(n);
}
