//! Row scaling: each row of a matrix times its own number.

use warpbench_cores::{Cores, for_each_chunk};

/// The matrix of `rows` and `cols` with row `i` multiplied by `i`.
pub fn scale_rows(cores: &dyn Cores, input: &[f32], rows: usize, cols: usize) -> Vec<f32> {
    let mut output = input[..rows * cols].to_vec();
    if !output.is_empty() {
        for_each_chunk(cores, &mut output, cols, |row, values| {
            for value in values {
                *value *= row as f32;
            }
        });
    }
    output
}

#[cfg(test)]
mod tests {
    use super::super::tests::numbers;
    use super::*;
    use warpbench_cores::OneCore;

    #[test]
    fn scales_by_hand() {
        let input = [1.0, 2.0, 3.0, 4.0, 5.0, 6.0];
        assert_eq!(scale_rows(&OneCore, &input, 3, 2), [0.0, 0.0, 3.0, 4.0, 10.0, 12.0]);
        assert_eq!(scale_rows(&OneCore, &input, 2, 3), [0.0, 0.0, 0.0, 4.0, 5.0, 6.0]);
    }

    #[test]
    fn a_column_of_ones_counts_up() {
        for rows in [0, 1, 31, 33, 1000] {
            let counted: Vec<f32> = (0..rows).map(|i| i as f32).collect();
            assert_eq!(scale_rows(&OneCore, &vec![1.0; rows], rows, 1), counted);
        }
    }

    #[test]
    fn is_linear() {
        let (rows, cols) = (33, 65);
        let once = numbers(rows * cols);
        let twice: Vec<f32> = once.iter().map(|x| 2.0 * x).collect();
        let scaled: Vec<f32> =
            scale_rows(&OneCore, &once, rows, cols).iter().map(|x| 2.0 * x).collect();
        assert_eq!(scale_rows(&OneCore, &twice, rows, cols), scaled);
    }

    #[test]
    fn rows_without_columns_are_empty() {
        assert!(scale_rows(&OneCore, &[], 5, 0).is_empty());
    }
}
