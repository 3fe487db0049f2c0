//! Shortest paths between all nodes by Floyd and Warshall, and the first stop of each, in a block.

use cuda_std::prelude::*;

/// The distance between nodes that no path connects.
const INFINITE: u32 = u32::MAX;

fn finite(distance: u32) -> Option<u32> {
    (distance != INFINITE).then_some(distance)
}

fn through(first: u32, second: u32) -> Option<u32> {
    finite(first)?.checked_add(finite(second)?)
}

#[kernel]
pub unsafe fn floyd_warshall(distances: *mut u32, first_stops: *mut u8, nodes: usize) {
    let cell = |from: usize, to: usize| from * nodes + to;

    for via in 0..nodes {
        for from in (thread::thread_idx_y() as usize..nodes).step_by(thread::block_dim_y() as usize)
        {
            for to in
                (thread::thread_idx_x() as usize..nodes).step_by(thread::block_dim_x() as usize)
            {
                let distance = distances.add(cell(from, to));
                let detour =
                    through(*distances.add(cell(from, via)), *distances.add(cell(via, to)));
                if let Some(shorter) = detour.filter(|&d| d < *distance) {
                    *distance = shorter;
                    *first_stops.add(cell(from, to)) = *first_stops.add(cell(from, via));
                }
            }
        }
        thread::sync_threads();
    }
}
