//! Tiles in shared memory: how large they are, and where the banks ask for padding.

use crate::tree::{Element, Expr};
use warpbench_front::diagnostic::Span;

/// Banks of shared memory, each four bytes wide, and lanes that ask at once.
const BANKS: i64 = 32;
const LANES: i64 = 32;

/// Shared memory that every GPU gives a block.
pub const MOST_SHARED_BYTES: i64 = 48 << 10;

/// Bytes that global memory moves at once.
pub const SECTOR_BYTES: i64 = 32;

/// Which threads the rows of a tile belong to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rows {
    /// One for each thread along x.
    AlongX,
    /// One for each thread of the block.
    All,
    /// There is one row, which all threads read.
    One,
}

/// A part of an array that a block keeps in shared memory for a while.
#[derive(Clone, Debug)]
pub struct ArrayTile {
    /// What it is called in the generated text.
    pub name: String,
    pub array: String,
    pub element: Element,
    pub is_slice: bool,
    /// The index of the accesses that go to it.
    pub index: Expr,
    pub rows_of: Rows,
    pub rows: i64,
    pub cols: i64,
    pub pitch: i64,
    /// When an element is fetched and stored, beside what holds for the region; nothing
    /// where it is not.
    pub fetch: Option<Vec<Expr>>,
    pub store: Option<Vec<Expr>>,
    /// The accesses that go to it.
    pub spans: Vec<Span>,
}

impl ArrayTile {
    pub fn bytes(&self) -> i64 {
        self.rows * self.pitch * self.element.bytes() as i64
    }
}

/// Elements from one row to the next: one more than needed where that spreads a
/// column over more banks.
pub fn pitch(rows: i64, cols: i64, element: Element) -> i64 {
    let bytes = element.bytes() as i64;
    if rows == 1 || turns(cols + 1, bytes) >= turns(cols, bytes) { cols } else { cols + 1 }
}

/// How many turns the lanes of a warp take at the banks when each asks for a row.
fn turns(pitch: i64, bytes: i64) -> i64 {
    // What is wider than a bank is served for fewer lanes at once.
    let lanes = LANES / (bytes / 4).max(1);
    let mut words: Vec<i64> = (0..lanes).map(|lane| lane * pitch * bytes / 4).collect();
    words.dedup();
    (0..BANKS)
        .map(|bank| words.iter().filter(|word| **word % BANKS == bank).count() as i64)
        .max()
        .unwrap_or(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_padded_where_columns_meet_in_banks() {
        let cases = [
            (32, Element::F32, 33),
            (31, Element::F32, 31),
            (16, Element::I32, 17),
            (4, Element::U32, 5),
            (32, Element::F64, 33),
            (32, Element::U8, 33),
            (32, Element::U16, 33),
        ];
        for (cols, element, expected) in cases {
            assert_eq!(pitch(32, cols, element), expected, "{cols} of {}", element.name());
        }
        assert_eq!(pitch(1, 32, Element::F32), 32);
    }
}
