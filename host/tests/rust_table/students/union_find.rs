// Graph: union-find with CAS, fetch_update.
use core::sync::atomic::{AtomicU32, Ordering};
use cuda_std::prelude::*;

struct Sets<'a> {
    parent: &'a [AtomicU32],
}

impl<'a> Sets<'a> {
    fn find(&self, mut x: u32) -> u32 {
        loop {
            let p = self.parent[x as usize].load(Ordering::Acquire);
            if p == x {
                return x;
            }
            x = p;
        }
    }

    fn union(&self, a: u32, b: u32) -> bool {
        let (mut a, mut b) = (self.find(a), self.find(b));
        while a != b {
            if a < b {
                core::mem::swap(&mut a, &mut b);
            }
            match self.parent[a as usize].compare_exchange(a, b, Ordering::AcqRel, Ordering::Relaxed) {
                Ok(_) => return true,
                Err(now) => a = self.find(now),
            }
            b = self.find(b);
        }
        false
    }
}

#[kernel]
pub unsafe fn connected(edges: &[u32], parent: *mut u32, out: *mut u32) {
    let i = thread::index_1d();
    parent.add(i as usize).write(i);
    thread::sync_threads();
    let sets = Sets { parent: core::slice::from_raw_parts(parent.cast::<AtomicU32>(), 32) };
    let (from, to) = (i, edges[i as usize] % 32);
    if from % 3 != 0 && sets.union(from, to) {
        let counter = &*(out.add(64) as *mut AtomicU32);
        let _ = counter.fetch_update(Ordering::SeqCst, Ordering::Relaxed, |v| v.checked_add(1));
    }
    thread::sync_threads();
    *out.add(i as usize) = sets.find(i);
}
