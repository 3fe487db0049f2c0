//! The edit distances of pairs of words, one block for each pair, along the table's diagonals.

use cuda_std::address_space;
use cuda_std::prelude::*;

const MAX_LEN: usize = 63;

type Diagonal = [u16; MAX_LEN + 1];

#[address_space(shared)]
static mut DIAGONALS: [Diagonal; 3] = [[0; MAX_LEN + 1]; 3];

/// A word in a text, by its first byte and its length.
#[derive(Clone, Copy)]
#[repr(C)]
pub struct Span {
    start: u32,
    len: u32,
}

impl Span {
    fn of(self, text: &[u8]) -> &[u8] {
        &text[self.start as usize..][..self.len as usize]
    }
}

#[kernel]
pub unsafe fn edit_distance(text: &[u8], pairs: &[[Span; 2]], distances: *mut u16) {
    let pair = thread::block_idx_x() as usize;
    let [a, b] = pairs[pair].map(|span| span.of(text));
    let row = thread::thread_idx_x() as usize;
    let [mut older, mut old, mut new] = [0, 1, 2].map(|i| &raw mut DIAGONALS[i]);

    for diagonal in 0..=a.len() + b.len() {
        if (0..=a.len()).contains(&row) && (row..=row + b.len()).contains(&diagonal) {
            let column = diagonal - row;
            (*new)[row] = match (row, column) {
                (0, n) | (n, 0) => n as u16,
                _ => {
                    let replaced = (*older)[row - 1] + u16::from(a[row - 1] != b[column - 1]);
                    let inserted = (*old)[row].min((*old)[row - 1]) + 1;
                    replaced.min(inserted)
                }
            };
        }
        thread::sync_threads();
        (older, old, new) = (old, new, older);
    }

    if row == a.len() {
        *distances.add(pair) = (*old)[row];
    }
}
