use cuda_std::prelude::*;

fn get(p: *const f32) -> f32 {
    *p
}

#[kernel]
pub unsafe fn k(p: *const f32, output: *mut f32) {
    *output = get(p);
}
