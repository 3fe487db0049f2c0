use cuda_std::prelude::*;

fn id<T>(x: T) -> T {
    x
}

#[kernel]
pub unsafe fn k(output: *mut f32) {
    *output = id(1.0);
}
