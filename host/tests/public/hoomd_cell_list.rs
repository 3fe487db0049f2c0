// pattern: HOOMD-blue, by the Glotzer Lab
// expect: nothing
// block: 48 grid: 3 buffers: 130 16 128 numbers: 130 8
// Particles are sorted into cells: an atomic gives each a place, what does not fit is counted.
use core::sync::atomic::Ordering;
use cuda_std::atomic::mid::*;
use cuda_std::prelude::*;

#[kernel]
pub unsafe fn cell_list(positions: &[u32], counts: *mut u32, cells: *mut u32, n: u32, room: u32) {
    let i = thread::index_1d();
    if i >= n {
        return;
    }
    let cell = positions[i as usize] * 5 % 16;
    let place = atomic_fetch_add_u32_device(counts.add(cell as usize), Ordering::Relaxed, 1);
    if place < room {
        *cells.add((cell * room + place) as usize) = i;
    }
}
