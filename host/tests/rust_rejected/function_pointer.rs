use cuda_std::prelude::*;

fn twice(x: f32) -> f32 { 2.0 * x }

#[kernel]
pub unsafe fn k(input: &[f32], output: *mut f32, count: *mut u32, n: u32) {
    let f: fn(f32) -> f32 = twice;
    *output = f(1.0);
}
