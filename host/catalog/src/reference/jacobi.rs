//! Jacobi iteration: every inner cell becomes the mean of its four neighbours;
//! the cells on the border keep their values.

use super::Real;
use warpbench_cores::{Cores, for_each_chunk};

/// The grid of `rows` and `cols` after a number of sweeps. What lies between
/// two sweeps is kept in `A`.
pub fn jacobi<A: Real>(
    cores: &dyn Cores,
    input: &[f32],
    rows: usize,
    cols: usize,
    sweeps: usize,
) -> Vec<f32> {
    let mut grid: Vec<A> = input.iter().map(|&value| A::widen(value)).collect();
    if rows > 2 && cols > 2 {
        let mut next = grid.clone();
        for _ in 0..sweeps {
            sweep(cores, &grid, &mut next, rows, cols);
            std::mem::swap(&mut grid, &mut next);
        }
    }
    grid.into_iter().map(A::narrow).collect()
}

/// One sweep. The border of `next` is there already.
fn sweep<A: Real>(cores: &dyn Cores, grid: &[A], next: &mut [A], rows: usize, cols: usize) {
    let quarter = A::widen(0.25);
    let inner_rows = &mut next[cols..(rows - 1) * cols];
    for_each_chunk(cores, inner_rows, cols, |above, row| {
        for (x, cell) in (1..cols - 1).zip(&mut row[1..]) {
            let i = (above + 1) * cols + x;
            *cell = quarter * (grid[i - cols] + grid[i + cols] + grid[i - 1] + grid[i + 1]);
        }
    });
}

#[cfg(test)]
mod tests {
    use super::super::tests::numbers;
    use super::super::transpose::transpose;
    use super::*;
    use warpbench_cores::OneCore;

    #[test]
    fn the_middle_becomes_the_mean_of_its_neighbours() {
        let input = [9.0, 1.0, 9.0, 2.0, 7.0, 3.0, 9.0, 4.0, 9.0];
        let output = [9.0, 1.0, 9.0, 2.0, 2.5, 3.0, 9.0, 4.0, 9.0];
        assert_eq!(jacobi::<f64>(&OneCore, &input, 3, 3, 1), output);
        assert_eq!(jacobi::<f32>(&OneCore, &input, 3, 3, 10), output);
    }

    #[test]
    fn heat_spreads_two_cells_in_two_sweeps() {
        let mut input = [0.0; 25];
        input[12] = 16.0;
        #[rustfmt::skip]
        let output = [
            0.0, 0.0, 0.0, 0.0, 0.0,
            0.0, 2.0, 0.0, 2.0, 0.0,
            0.0, 0.0, 4.0, 0.0, 0.0,
            0.0, 2.0, 0.0, 2.0, 0.0,
            0.0, 0.0, 0.0, 0.0, 0.0,
        ];
        assert_eq!(jacobi::<f64>(&OneCore, &input, 5, 5, 2), output);
    }

    #[test]
    fn a_slope_is_at_rest() {
        // x + 2 y satisfies the discrete Laplace equation exactly.
        let (rows, cols) = (33, 65);
        let slope: Vec<f32> =
            (0..rows * cols).map(|i| (i % cols + 2 * (i / cols)) as f32).collect();
        assert_eq!(jacobi::<f32>(&OneCore, &slope, rows, cols, 10), slope);
    }

    #[test]
    fn rows_and_columns_are_alike() {
        let (rows, cols) = (7, 31);
        let input = numbers(rows * cols);
        let turned =
            jacobi::<f64>(&OneCore, &transpose(&OneCore, &input, rows, cols), cols, rows, 3);
        assert_eq!(
            transpose(&OneCore, &turned, cols, rows),
            jacobi::<f64>(&OneCore, &input, rows, cols, 3)
        );
    }

    #[test]
    fn all_border_or_no_sweep_changes_nothing() {
        for (rows, cols) in [(0, 0), (0, 5), (5, 0), (1, 1), (1, 9), (2, 9), (9, 2), (2, 2)] {
            let input = numbers(rows * cols);
            assert_eq!(jacobi::<f64>(&OneCore, &input, rows, cols, 10), input);
        }
        let input = numbers(33 * 31);
        assert_eq!(jacobi::<f32>(&OneCore, &input, 33, 31, 0), input);
    }
}
