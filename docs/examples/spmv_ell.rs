//! y = A x for a sparse matrix in ELLPACK: every row has the same room, column after column.

use cuda_std::prelude::*;

/// A place of a row that holds nothing; all places behind it are empty, too.
const PADDING: u16 = u16::MAX;

#[derive(Clone, Copy)]
struct Ell<'a> {
    rows: usize,
    columns: &'a [u16],
    values: &'a [f32],
}

impl Ell<'_> {
    fn entry(&self, place: usize) -> Option<(usize, f32)> {
        match self.columns[place] {
            PADDING => None,
            column => Some((column.into(), self.values[place])),
        }
    }

    fn row(&self, row: usize) -> impl Iterator<Item = (usize, f32)> + '_ {
        (row..self.columns.len()).step_by(self.rows).map_while(|place| self.entry(place))
    }
}

#[kernel]
pub unsafe fn spmv_ell(
    rows: usize,
    columns: &[u16],
    values: &[f32],
    x: &[f32],
    y: *mut f32,
    lengths: *mut u8,
) {
    let matrix = Ell { rows, columns, values };
    let row = thread::index_1d() as usize;
    if row < rows {
        let (mut sum, mut count) = (0.0, 0u8);
        for (column, value) in matrix.row(row) {
            sum += value * x[column];
            count += 1;
        }
        *y.add(row) = sum;
        *lengths.add(row) = count;
    }
}
