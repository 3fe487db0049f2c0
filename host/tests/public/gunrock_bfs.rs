// pattern: Gunrock, by the University of California, Davis
// expect: nothing
// block: 32 grid: 2 buffers: 50 200 100 201 numbers: 50 1000
// A step of a breadth-first search: who marks a vertex first puts it into the next frontier.
use core::sync::atomic::Ordering;
use cuda_std::atomic::mid::*;
use cuda_std::prelude::*;

#[kernel]
pub unsafe fn advance(
    frontier: &[u32],
    labels: *mut u32,
    edges: &[u32],
    next: *mut u32,
    n: u32,
    depth: u32,
) {
    let i = thread::index_1d();
    if i >= n {
        return;
    }
    let vertex = frontier[i as usize];
    for k in 0..2 {
        let neighbour = (edges[(2 * vertex + k) as usize] * 3 + 7 * k) % 200;
        // The labels start with the number of the vertex, so that all count as visited later.
        let before =
            atomic_fetch_max_u32_device(labels.add(neighbour as usize), Ordering::Relaxed, depth);
        if before < depth {
            let place = atomic_fetch_add_u32_device(next, Ordering::Relaxed, 1);
            *next.add(1 + place as usize) = neighbour;
        }
    }
}
