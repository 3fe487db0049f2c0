use cuda_std::prelude::*;

fn axpy<T: Copy>(a: T, x: T, y: T) -> T {
    a * x + y
}

#[kernel]
pub unsafe fn k(input: &[f32], output: *mut f32) {
    let i = thread::index_1d() as usize;
    let x = input[i];
    *output.add(i) = axpy(2.0, x, x);
}
