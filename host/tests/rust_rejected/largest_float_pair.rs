use cuda_std::prelude::*;

#[kernel]
pub unsafe fn k(input: &[f32], output: *mut f32) {
    let best = input.iter().enumerate().map(|(i, v)| (*v, i)).max();
    *output = best.map_or(0.0, |(v, _)| v);
}
