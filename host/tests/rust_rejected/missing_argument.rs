use cuda_std::prelude::*;

fn add(x: f32, y: f32) -> f32 {
    x + y
}

#[kernel]
pub unsafe fn k(output: *mut f32) {
    *output = add(1.0);
}
