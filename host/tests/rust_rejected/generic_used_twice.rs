use cuda_std::prelude::*;

fn both<T>(x: T) -> (T, T) {
    (x, x)
}

#[kernel]
pub unsafe fn k(input: &[f32], output: *mut f32) {
    let i = thread::index_1d() as usize;
    let x = input[i];
    *output.add(i) = both(x).0;
}
