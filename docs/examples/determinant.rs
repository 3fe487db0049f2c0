//! Determinants of 4 x 4 matrices by elimination with the largest pivot, one for each thread.

use core::ops::{Index, IndexMut};
use cuda_std::prelude::*;

#[derive(Clone, Copy)]
#[repr(C)]
pub struct Matrix<const N: usize> {
    rows: [[f32; N]; N],
}

impl<const N: usize> Index<[usize; 2]> for Matrix<N> {
    type Output = f32;

    fn index(&self, [row, col]: [usize; 2]) -> &f32 {
        &self.rows[row][col]
    }
}

impl<const N: usize> IndexMut<[usize; 2]> for Matrix<N> {
    fn index_mut(&mut self, [row, col]: [usize; 2]) -> &mut f32 {
        &mut self.rows[row][col]
    }
}

impl<const N: usize> Matrix<N> {
    fn pivot_row(&self, col: usize) -> Option<usize> {
        let size = |row: &usize| self[[*row, col]].abs();
        let largest = (col..N).max_by(|a, b| size(a).total_cmp(&size(b)))?;
        (size(&largest) > 0.0).then_some(largest)
    }

    fn determinant(mut self) -> f32 {
        let mut product = 1.0;
        for col in 0..N {
            let Some(pivot) = self.pivot_row(col) else {
                return 0.0;
            };
            if pivot != col {
                self.rows.swap(pivot, col);
                product = -product;
            }
            product *= self[[col, col]];
            for row in col + 1..N {
                let factor = self[[row, col]] / self[[col, col]];
                for k in col..N {
                    let above = self[[col, k]];
                    self[[row, k]] -= factor * above;
                }
            }
        }
        product
    }
}

#[kernel]
pub unsafe fn determinant(matrices: &[Matrix<4>], determinants: *mut f32, zero_rows: *mut i8) {
    let i = thread::index_1d() as usize;
    let Some(matrix) = matrices.get(i) else { return };
    let zero_row = matrix.rows.iter().position(|row| row.iter().all(|&x| x == 0.0));
    unsafe {
        *zero_rows.add(i) = zero_row.map_or(-1, |row| row as i8);
        *determinants.add(i) = if zero_row.is_some() { 0.0 } else { matrix.determinant() };
    }
}
