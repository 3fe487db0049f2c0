//! Matrix transpose.

use warpbench_cores::{Cores, for_each_chunk};

/// Side of the blocks that are turned one by one: the lines of memory that a
/// block touches on either side fit the cache together.
const SIDE: usize = 32;

/// The matrix of `rows` and `cols` with rows and columns exchanged.
pub fn transpose(cores: &dyn Cores, input: &[f32], rows: usize, cols: usize) -> Vec<f32> {
    let mut output = vec![0.0; rows * cols];
    if output.is_empty() {
        return output;
    }
    for_each_chunk(cores, &mut output, SIDE * rows, |block, output| {
        for first_row in (0..rows).step_by(SIDE) {
            for (col, column) in (block * SIDE..).zip(output.chunks_mut(rows)) {
                let last_row = rows.min(first_row + SIDE);
                for (row, value) in (first_row..).zip(&mut column[first_row..last_row]) {
                    *value = input[row * cols + col];
                }
            }
        }
    });
    output
}

#[cfg(test)]
mod tests {
    use super::super::tests::numbers;
    use super::*;
    use warpbench_cores::OneCore;

    #[test]
    fn turns_by_hand() {
        let input = [1.0, 2.0, 3.0, 4.0, 5.0, 6.0];
        assert_eq!(transpose(&OneCore, &input, 2, 3), [1.0, 4.0, 2.0, 5.0, 3.0, 6.0]);
        assert_eq!(transpose(&OneCore, &input, 3, 2), [1.0, 3.0, 5.0, 2.0, 4.0, 6.0]);
    }

    #[test]
    fn twice_is_back_where_it_was() {
        for (rows, cols) in [(1, 1), (1, 33), (33, 65), (7, 129), (129, 7), (64, 64), (1000, 31)] {
            let input = numbers(rows * cols);
            let turned = transpose(&OneCore, &input, rows, cols);
            assert_eq!(transpose(&OneCore, &turned, cols, rows), input);
        }
    }

    #[test]
    fn a_single_row_or_column_keeps_its_order() {
        let input = numbers(4097);
        assert_eq!(transpose(&OneCore, &input, 1, 4097), input);
        assert_eq!(transpose(&OneCore, &input, 4097, 1), input);
    }

    #[test]
    fn empty_matrices_have_nothing_to_turn() {
        assert!(transpose(&OneCore, &[], 0, 5).is_empty());
        assert!(transpose(&OneCore, &[], 5, 0).is_empty());
    }
}
