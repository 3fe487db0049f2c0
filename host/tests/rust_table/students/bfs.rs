// Graph: BFS level step; adjacency lists linked by index.
use core::sync::atomic::{AtomicU32, Ordering};
use cuda_std::prelude::*;

const NIL: u32 = u32::MAX;
const UNSEEN: u32 = u32::MAX;

struct Edges<'a> {
    next: &'a [u32],
    at: u32,
}

impl Iterator for Edges<'_> {
    type Item = u32;
    fn next(&mut self) -> Option<u32> {
        if self.at == NIL {
            return None;
        }
        let here = self.at;
        self.at = match self.next.get(here as usize) {
            Some(&n) if n > here => n,
            _ => NIL,
        };
        Some(here)
    }
}

#[kernel]
pub unsafe fn bfs_step(next: &[u32], level: *mut u32, frontier: *mut u32) {
    let v = thread::index_1d();
    let levels = core::slice::from_raw_parts(level as *const AtomicU32, 64);
    let size = &*(frontier as *const AtomicU32);
    for to in (Edges { next, at: v }).skip(1).take_while(|&e| e < 32) {
        let old = levels[to as usize].fetch_add(1, Ordering::Relaxed);
        if old == 0 {
            size.fetch_add(1, Ordering::AcqRel);
        }
    }
    let hops = Edges { next, at: v }.count();
    let last = Edges { next, at: v }.last();
    *frontier.add(1 + v as usize) = hops as u32 * 1000 + last.map_or(UNSEEN % 7, |l| l);
}
