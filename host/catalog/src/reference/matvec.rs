//! Matrix times vector, the matrix taken by columns and by rows.

use super::Real;
use warpbench_cores::{Cores, collect, for_each_chunk};

/// Columns that are summed together, so that memory is read in its order.
const COLUMNS: usize = 512;

/// `output[i]` is the sum of `matrix[j][i] * vector[j]`, over `rows` of them.
pub fn columns<A: Real>(
    cores: &dyn Cores,
    matrix: &[f32],
    vector: &[f32],
    rows: usize,
    cols: usize,
) -> Vec<f32> {
    let mut output = vec![0.0; cols];
    for_each_chunk(cores, &mut output, COLUMNS, |chunk, output| {
        let mut sums = vec![A::zero(); output.len()];
        for (row, &factor) in vector.iter().take(rows).enumerate() {
            let entries = &matrix[row * cols + chunk * COLUMNS..];
            for (sum, &entry) in sums.iter_mut().zip(entries) {
                *sum = *sum + A::widen(entry) * A::widen(factor);
            }
        }
        for (value, sum) in output.iter_mut().zip(sums) {
            *value = sum.narrow();
        }
    });
    output
}

/// `output[i]` is the sum of `matrix[i][j] * vector[j]`, over `cols` of them.
pub fn rows<A: Real>(
    cores: &dyn Cores,
    matrix: &[f32],
    vector: &[f32],
    rows: usize,
    cols: usize,
) -> Vec<f32> {
    collect(cores, rows, cols, |row| {
        matrix[row * cols..][..cols]
            .iter()
            .zip(vector)
            .fold(A::zero(), |sum, (&entry, &factor)| sum + A::widen(entry) * A::widen(factor))
            .narrow()
    })
}

#[cfg(test)]
mod tests {
    use super::super::tests::numbers;
    use super::super::transpose::transpose;
    use super::*;
    use warpbench_cores::OneCore;

    const SHAPES: [(usize, usize); 6] = [(1, 1), (1, 33), (33, 1), (33, 65), (7, 1029), (1029, 7)];

    #[test]
    fn multiplies_by_hand() {
        let matrix = [1.0, 2.0, 3.0, 4.0, 5.0, 6.0];
        assert_eq!(rows::<f64>(&OneCore, &matrix, &[1.0, 10.0, 100.0], 2, 3), [321.0, 654.0]);
        assert_eq!(columns::<f64>(&OneCore, &matrix, &[1.0, 10.0], 2, 3), [41.0, 52.0, 63.0]);
    }

    #[test]
    fn columns_are_rows_of_the_transposed() {
        for (m, n) in SHAPES {
            let matrix = numbers(m * n);
            let vector = numbers(m);
            let turned = transpose(&OneCore, &matrix, m, n);
            let by_columns = columns::<f32>(&OneCore, &matrix, &vector, m, n);
            assert_eq!(by_columns, rows::<f64>(&OneCore, &turned, &vector, n, m));
        }
    }

    #[test]
    fn a_unit_vector_picks_a_row_or_a_column() {
        for (m, n) in SHAPES {
            let matrix = numbers(m * n);
            let mut unit = vec![0.0; m];
            unit[m - 1] = 1.0;
            assert_eq!(columns::<f32>(&OneCore, &matrix, &unit, m, n), matrix[(m - 1) * n..]);
            let mut unit = vec![0.0; n];
            unit[0] = 1.0;
            let first: Vec<f32> = matrix.iter().step_by(n).copied().collect();
            assert_eq!(rows::<f32>(&OneCore, &matrix, &unit, m, n), first);
        }
    }

    #[test]
    fn sums_of_nothing_are_zero() {
        assert_eq!(rows::<f64>(&OneCore, &[], &[], 3, 0), [0.0; 3]);
        assert_eq!(columns::<f64>(&OneCore, &[], &[], 0, 3), [0.0; 3]);
        assert!(rows::<f64>(&OneCore, &[], &[1.0], 0, 1).is_empty());
        assert!(columns::<f64>(&OneCore, &[], &[1.0], 1, 0).is_empty());
    }
}
