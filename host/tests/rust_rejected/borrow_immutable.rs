use cuda_std::prelude::*;

fn bump(x: &mut f32) {
    *x += 1.0;
}

#[kernel]
pub unsafe fn k(output: *mut f32) {
    let x = 1.0;
    bump(&mut x);
    *output = x;
}
