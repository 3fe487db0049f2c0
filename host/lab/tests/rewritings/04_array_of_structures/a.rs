//! Renamed, with pointers to the four arrays instead of a function for the place.

use cuda_std::prelude::*;

const BLOCK: usize = 128;

#[kernel]
pub unsafe fn bounce(
    start: *const f32,
    state: *mut f32,
    paths: *mut f32,
    bounces: *mut f32,
    n: u32,
) {
    let i = thread::index_1d() as usize;
    let count = n as usize;
    if i < count {
        let height = state.add(i);
        let speed = state.add(count + i);
        let path = state.add(2 * count + i);
        let jumps = state.add(3 * count + i);
        *height = *start.add(i);
        *speed = 0.0;
        *path = 0.0;
        *jumps = 0.0;
        let mut step = 0;
        while step < 5 {
            *speed -= 2.0;
            *path += (*speed).abs();
            *height += *speed;
            if *height < 0.0 {
                *height = -*height;
                *speed = -*speed;
                *jumps += 1.0;
            }
            step += 1;
        }
        *paths.add(i) = *path;
        *bounces.add(i) = *jumps;
    }
}
