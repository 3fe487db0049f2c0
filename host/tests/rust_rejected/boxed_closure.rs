use cuda_std::prelude::*;

#[kernel]
pub unsafe fn k(input: &[f32], output: *mut f32, count: *mut u32, n: u32) {
    let f: Box<dyn Fn(f32) -> f32> = Box::new(|x| x * 2.0);
    *output = f(input[0]);
}
