use cuda_std::prelude::*;

#[kernel]
pub unsafe fn k(output: *mut f32) -> f32 {
    1.0
}
