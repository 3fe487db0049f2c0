//! y = A x for a sparse matrix in compressed rows, one row for each thread.

use cuda_std::prelude::*;

#[kernel]
pub unsafe fn spmv_csr(
    row_starts: &[u32],
    columns: &[u32],
    values: &[f32],
    x: &[f32],
    y: *mut f32,
) {
    let row = thread::index_1d() as usize;
    let Some(&[start, end]) = row_starts.get(row..row + 2) else {
        return;
    };
    let nonzeros = start as usize..end as usize;

    let sum: f32 = columns[nonzeros.clone()]
        .iter()
        .zip(&values[nonzeros])
        .map(|(&column, value)| value * x[column as usize])
        .sum();
    unsafe { *y.add(row) = sum };
}
