use cuda_std::prelude::*;

#[kernel]
pub unsafe fn k(output: *mut u32) {
    let mut tile = [1u32, 2, 3, 4];
    for value in tile.iter_mut() {
        *value += tile[0];
    }
    *output = tile[3];
}
