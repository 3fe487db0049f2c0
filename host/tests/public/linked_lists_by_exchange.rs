// pattern: Particles in a uniform grid, by Simon Green
// expect: nothing
// block: 64 grid: 2 buffers: 100 9 100 numbers: 100
// Lists of particles for each cell: an exchange puts each particle in front of the one before.
use core::sync::atomic::Ordering;
use cuda_std::atomic::mid::*;
use cuda_std::prelude::*;

#[kernel]
pub unsafe fn link(cells: &[u32], heads: *mut u32, next: *mut u32, n: u32) {
    let i = thread::index_1d();
    if i < n {
        let head = heads.add((cells[i as usize] % 9) as usize);
        *next.add(i as usize) = atomic_fetch_exch_u32_device(head, Ordering::Relaxed, i);
    }
}
