use cuda_std::prelude::*;

#[kernel]
pub unsafe fn k(input: &[f32], output: *mut f32, count: *mut u32, n: u32) {
    use glam::Vec3;
    let v = Vec3::new(1.0, 2.0, 3.0);
    *output = v.lenght();
}
