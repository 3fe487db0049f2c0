use cuda_std::prelude::*;

#[kernel]
pub unsafe fn k(a: *const f32, b: *const f32, output: *mut f32, n: u32) {
    let p = if n > 2 { a } else { b };
    *output = *p;
}
