use cuda_std::prelude::*;

fn exchange(a: &mut f32, b: &mut f32) {
    core::mem::swap(a, b);
}

#[kernel]
pub unsafe fn k(output: *mut f32) {
    let mut tile = [1.0f32, 2.0, 3.0, 4.0];
    exchange(&mut tile[0], &mut tile[3]);
    *output = tile[0];
}
