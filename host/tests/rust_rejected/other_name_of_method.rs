use cuda_std::prelude::*;

#[kernel]
pub unsafe fn k(input: &[f32], output: *mut f32, count: *mut u32, n: u32) {
    let v = glam::vec3(1.0, 2.0, 3.0);
    *output = v.dot_product(v);
}
