use cuda_std::prelude::*;

fn larger<T: Copy>(a: T, b: T) -> T {
    if a > b { a } else { b }
}

#[kernel]
pub unsafe fn k(input: &[f32], output: *mut f32) {
    let i = thread::index_1d() as usize;
    let x = input[i];
    *output.add(i) = x;
}
