//! Counts keys in a hash table with linear probing and looks others up; one block does both.

use core::sync::atomic::{AtomicU32, Ordering::Relaxed};
use cuda_std::prelude::*;

const EMPTY: u32 = 0;

#[repr(C)]
pub struct Slot {
    key: AtomicU32,
    count: AtomicU32,
}

#[derive(Clone, Copy)]
struct Table<'a> {
    slots: &'a [Slot],
}

impl<'a> Table<'a> {
    /// The slots where a key may be, in the order in which they are tried.
    fn probe(self, key: u32) -> impl Iterator<Item = &'a Slot> {
        let start = key.wrapping_mul(0x9e37_79b1) as usize % self.slots.len();
        let (before, after) = self.slots.split_at(start);
        after.iter().chain(before)
    }

    /// Whether the key is new.
    fn insert(self, key: u32) -> bool {
        for slot in self.probe(key) {
            let new = match slot.key.compare_exchange(EMPTY, key, Relaxed, Relaxed) {
                Ok(_) => true,
                Err(occupant) if occupant == key => false,
                Err(_) => continue,
            };
            slot.count.fetch_add(1, Relaxed);
            return new;
        }
        unreachable!("the table is full");
    }

    fn count(self, key: u32) -> Option<u32> {
        self.probe(key)
            .map(|slot| (slot.key.load(Relaxed), slot))
            .take_while(|&(occupant, _)| occupant != EMPTY)
            .find(|&(occupant, _)| occupant == key)
            .map(|(_, slot)| slot.count.load(Relaxed))
    }
}

#[kernel]
pub unsafe fn hash_table(
    slots: &[Slot],
    keys: &[u32],
    queries: &[u32],
    answers: *mut u32,
    distinct: &AtomicU32,
) {
    let table = Table { slots };
    let t = thread::thread_idx_x() as usize;
    let threads = thread::block_dim_x() as usize;

    let new = keys.iter().skip(t).step_by(threads).filter(|&&key| table.insert(key)).count();
    distinct.fetch_add(new as u32, Relaxed);
    thread::sync_threads();

    for (i, &query) in queries.iter().enumerate().skip(t).step_by(threads) {
        unsafe { *answers.add(i) = table.count(query).unwrap_or(0) };
    }
}
