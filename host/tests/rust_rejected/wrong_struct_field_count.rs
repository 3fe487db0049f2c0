use crate::vector::Float4;
use cuda_std::prelude::*;

#[kernel]
pub unsafe fn k(output: *mut f32) {
    let v = Float4 { x: 1.0, y: 2.0, z: 3.0 };
    *output = v.sum();
}
