//! Solves L x = b for packed lower triangular matrices, one block for each system.

use core::ops::Index;
use cuda_std::prelude::*;
use cuda_std::shared_array;

const N: usize = 40;
const PACKED: usize = row_start(N);

/// Where a row begins, when each row ends on the diagonal.
const fn row_start(row: usize) -> usize {
    row * (row + 1) / 2
}

struct LowerTriangle<'a>(&'a [f32; PACKED]);

impl Index<usize> for LowerTriangle<'_> {
    type Output = [f32];

    fn index(&self, row: usize) -> &[f32] {
        &self.0[row_start(row)..row_start(row + 1)]
    }
}

#[kernel]
pub unsafe fn triangular_solve(
    matrices: &[[f32; PACKED]],
    right_sides: &[[f32; N]],
    solutions: *mut [f32; N],
) {
    let x = shared_array![f32; N];
    let system = thread::block_idx_x() as usize;
    let row = thread::thread_idx_x() as usize;
    let matrix = LowerTriangle(&matrices[system]);

    // Threads beyond the last row take part in the barriers only.
    let mut rest = right_sides[system].get(row).copied();
    for column in 0..N {
        if let (true, Some(b)) = (row == column, rest) {
            unsafe { *x.add(column) = b / matrix[row][column] };
        }
        thread::sync_threads();
        if let Some(b) = rest.as_mut()
            && row > column
        {
            *b -= matrix[row][column] * unsafe { *x.add(column) };
        }
    }

    if rest.is_some() {
        unsafe { (*solutions.add(system))[row] = *x.add(row) };
    }
}
