//! One level of breadth-first search: the neighbours of the frontier that nobody reached before.

use core::sync::atomic::{AtomicU32, Ordering::Relaxed};
use cuda_std::prelude::*;

const UNREACHED: u32 = u32::MAX;

#[derive(Clone, Copy)]
struct Graph<'a> {
    offsets: &'a [u32],
    targets: &'a [u32],
}

impl<'a> Graph<'a> {
    fn neighbours(&self, node: u32) -> &'a [u32] {
        let node = node as usize;
        &self.targets[self.offsets[node] as usize..self.offsets[node + 1] as usize]
    }
}

#[kernel]
pub unsafe fn bfs_level(
    offsets: &[u32],
    targets: &[u32],
    frontier: &[u32],
    depth: u32,
    levels: *mut u32,
    next: *mut u32,
    next_len: *mut u32,
) {
    let graph = Graph { offsets, targets };
    let Some(&node) = frontier.get(thread::index_1d() as usize) else {
        return;
    };
    for &neighbour in graph.neighbours(node) {
        let level = AtomicU32::from_ptr(levels.add(neighbour as usize));
        if level.compare_exchange(UNREACHED, depth, Relaxed, Relaxed).is_ok() {
            let slot = AtomicU32::from_ptr(next_len).fetch_add(1, Relaxed);
            *next.add(slot as usize) = neighbour;
        }
    }
}
