//! Matrix multiply.
//!
//! Three loops would do, but a matrix of 4096 rows must be checked within
//! seconds. So rows and columns are taken a few at a time and their products
//! kept in registers, and what a block of rows needs is copied together first.

use super::Real;
use warpbench_cores::{Cores, for_each_chunk};

/// Rows of the result that are computed together.
const ROWS: usize = 4;

/// Columns of the result that are computed together.
const COLS: usize = 4;

/// Groups of rows that use a panel of `b` before the next is copied.
const GROUPS: usize = 32;

/// `a * b`, with `a` of `m` rows and `k` columns and `b` of `k` rows and `n`
/// columns, stored row by row. Each sum is computed in `A`, in order.
pub fn matmul<A: Real>(
    cores: &dyn Cores,
    a: &[f32],
    b: &[f32],
    m: usize,
    n: usize,
    k: usize,
) -> Vec<f32> {
    let mut c = vec![0.0; m * n];
    if c.is_empty() || k == 0 {
        return c;
    }
    for_each_chunk(cores, &mut c, GROUPS * ROWS * n, |chunk, c| {
        let first = chunk * GROUPS * ROWS * k;
        multiply_rows::<A>(&a[first..a.len().min(first + GROUPS * ROWS * k)], b, c, n, k);
    });
    c
}

/// Some rows of the result.
fn multiply_rows<A: Real>(a: &[f32], b: &[f32], c: &mut [f32], n: usize, k: usize) {
    let groups: Vec<Vec<[A; ROWS]>> = a.chunks(ROWS * k).map(|rows| pack_rows(rows, k)).collect();
    let mut panel = vec![[A::zero(); COLS]; k];
    for first_col in (0..n).step_by(COLS) {
        let cols = COLS.min(n - first_col);
        pack_panel(b, first_col, cols, n, &mut panel);
        for (group, c) in groups.iter().zip(c.chunks_mut(ROWS * n)) {
            let sums = multiply_tile(group, &panel);
            for (c, sums) in c.chunks_mut(n).zip(&sums) {
                for (c, sum) in c[first_col..first_col + cols].iter_mut().zip(sums) {
                    *c = sum.narrow();
                }
            }
        }
    }
}

/// Up to four rows of `a` side by side; those that are missing are zero.
fn pack_rows<A: Real>(rows: &[f32], k: usize) -> Vec<[A; ROWS]> {
    let mut group = vec![[A::zero(); ROWS]; k];
    for (r, row) in rows.chunks(k).enumerate() {
        for (packed, &value) in group.iter_mut().zip(row) {
            packed[r] = A::widen(value);
        }
    }
    group
}

/// Up to four columns of `b`; those that are missing are zero.
fn pack_panel<A: Real>(
    b: &[f32],
    first_col: usize,
    cols: usize,
    n: usize,
    panel: &mut [[A; COLS]],
) {
    for (packed, row) in panel.iter_mut().zip(b.chunks(n)) {
        *packed = [A::zero(); COLS];
        for (packed, &value) in packed.iter_mut().zip(&row[first_col..first_col + cols]) {
            *packed = A::widen(value);
        }
    }
}

/// The products of four rows with four columns.
fn multiply_tile<A: Real>(rows: &[[A; ROWS]], panel: &[[A; COLS]]) -> [[A; COLS]; ROWS] {
    let mut sums = [[A::zero(); COLS]; ROWS];
    for (left, right) in rows.iter().zip(panel) {
        for (sums, &left) in sums.iter_mut().zip(left) {
            for (sum, &right) in sums.iter_mut().zip(right) {
                *sum = *sum + left * right;
            }
        }
    }
    sums
}

#[cfg(test)]
mod tests {
    use super::super::tests::numbers;
    use super::super::{matvec, transpose};
    use super::*;
    use warpbench_cores::OneCore;

    /// Rows, columns and depth, none of them a multiple of anything.
    const SHAPES: [(usize, usize, usize); 8] = [
        (1, 1, 1),
        (1, 33, 5),
        (33, 1, 5),
        (31, 65, 17),
        (65, 31, 1),
        (64, 8, 4),
        (67, 129, 33),
        (130, 140, 150),
    ];

    fn identity(n: usize) -> Vec<f32> {
        (0..n * n).map(|i| if i / n == i % n { 1.0 } else { 0.0 }).collect()
    }

    #[test]
    fn multiplies_by_hand() {
        let a = [1.0, 2.0, 3.0, 4.0, 5.0, 6.0];
        let b = [7.0, 8.0, 9.0, 10.0, 11.0, 12.0];
        assert_eq!(matmul::<f64>(&OneCore, &a, &b, 2, 2, 3), [58.0, 64.0, 139.0, 154.0]);
        assert_eq!(matmul::<f32>(&OneCore, &a[..3], &b[..3], 1, 1, 3), [50.0]);
        assert_eq!(matmul::<f32>(&OneCore, &a[..2], &b[..2], 2, 2, 1), [7.0, 8.0, 14.0, 16.0]);
    }

    #[test]
    fn the_identity_changes_nothing() {
        for (rows, cols, _) in SHAPES {
            let matrix = numbers(rows * cols);
            assert_eq!(matmul::<f64>(&OneCore, &identity(rows), &matrix, rows, cols, rows), matrix);
            assert_eq!(matmul::<f32>(&OneCore, &matrix, &identity(cols), rows, cols, cols), matrix);
        }
    }

    #[test]
    fn the_transposed_product_is_the_product_of_the_transposed() {
        for (m, n, k) in SHAPES {
            let a = numbers(m * k);
            let b = numbers(k * n);
            let product = matmul::<f32>(&OneCore, &a, &b, m, n, k);
            let a_turned = transpose::transpose(&OneCore, &a, m, k);
            let b_turned = transpose::transpose(&OneCore, &b, k, n);
            let turned = matmul::<f64>(&OneCore, &b_turned, &a_turned, n, m, k);
            assert_eq!(transpose::transpose(&OneCore, &product, m, n), turned);
        }
    }

    #[test]
    fn one_column_is_matrix_times_vector() {
        for (m, _, k) in SHAPES {
            let a = numbers(m * k);
            let vector = numbers(k);
            let product = matmul::<f64>(&OneCore, &a, &vector, m, 1, k);
            assert_eq!(product, matvec::rows::<f64>(&OneCore, &a, &vector, m, k));
        }
    }

    #[test]
    fn nothing_times_nothing() {
        assert!(matmul::<f64>(&OneCore, &[], &[1.0, 2.0], 0, 2, 1).is_empty());
        assert!(matmul::<f64>(&OneCore, &[1.0, 2.0], &[], 2, 0, 1).is_empty());
        assert_eq!(matmul::<f64>(&OneCore, &[], &[], 2, 2, 0), [0.0; 4]);
    }
}
