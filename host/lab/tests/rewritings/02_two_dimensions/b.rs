//! Blocks of 32 by 4, and the library's two-dimensional index.

use cuda_std::prelude::*;

const BLOCK_X: usize = 32;
const BLOCK_Y: usize = 4;

#[kernel]
pub unsafe fn calibrate(
    image: &[f32],
    gain: &[f32],
    offset: &[f32],
    output: *mut f32,
    rows: u32,
    cols: u32,
) {
    let place = thread::index_2d();
    let (col, row) = (place.x as usize, place.y as usize);
    if col < gain.len() && row < offset.len() {
        let i = row * gain.len() + col;
        *output.add(i) = image[i] * gain[col] + offset[row];
    }
}
