use cuda_std::prelude::*;

#[kernel]
pub unsafe fn k(output: *mut f32) {
    let mut tile = [0.0f32; 4];
    let first = &mut tile;
    let second = &mut tile;
    first[0] = 1.0;
    second[1] = 2.0;
    *output = tile[0] + tile[1];
}
