// Top-k: a small priority queue as a struct with const capacity.
use cuda_std::prelude::*;

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Entry {
    key: i32,
    id: u16,
}

struct Heap<T, const CAP: usize> {
    items: [Option<T>; CAP],
    len: usize,
}

impl<T: Copy + Ord, const CAP: usize> Heap<T, CAP> {
    fn new() -> Self {
        Self { items: [None; CAP], len: 0 }
    }

    fn push(&mut self, item: T) -> Result<(), T> {
        if self.len == CAP {
            return Err(item);
        }
        let mut at = self.len;
        self.items[at] = Some(item);
        self.len += 1;
        while let Some(parent) = at.checked_sub(1).map(|p| p / 2) {
            if self.items[at] <= self.items[parent] {
                break;
            }
            self.items.swap(at, parent);
            at = parent;
        }
        Ok(())
    }

    fn pop(&mut self) -> Option<T> {
        let top = self.items.first().copied().flatten()?;
        self.len -= 1;
        let last = self.items[self.len].take();
        if self.len > 0 {
            self.items[0] = last;
        }
        let mut at = 0;
        'sift: loop {
            let children = [2 * at + 1, 2 * at + 2];
            let best = children
                .into_iter()
                .filter(|&c| c < self.len)
                .max_by_key(|&c| self.items[c]);
            match best {
                Some(child) if self.items[child] > self.items[at] => {
                    self.items.swap(child, at);
                    at = child;
                }
                _ => break 'sift,
            }
        }
        Some(top)
    }
}

#[kernel]
pub unsafe fn top_k(x: &[i32], out: *mut i32) {
    let i = thread::index_1d() as usize;
    let mut heap = Heap::<Entry, 6>::new();
    let mut refused = 0;
    for k in 0..8 {
        let entry = Entry { key: x[(i + k * 5) % 32], id: k as u16 };
        if let Err(Entry { key, .. }) = heap.push(entry) {
            refused += key;
        }
    }
    let mut order = 0i32;
    let mut rank = 0;
    while let Some(Entry { key, id }) = heap.pop() {
        if rank == 0 {
            *out.add(i) = key;
        }
        rank += 1;
        order = order.wrapping_mul(10).wrapping_add(id as i32);
    }
    *out.add(i + 32) = order;
    *out.add(i + 64) = refused;
}
