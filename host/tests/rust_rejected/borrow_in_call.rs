use cuda_std::prelude::*;

#[kernel]
pub unsafe fn k(output: *mut u32) {
    let mut tile = [1u32, 2, 3, 4];
    tile.swap(0, tile.len() - 1);
    *output = tile[3];
}
