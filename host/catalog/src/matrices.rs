//! Matrices among the buffers, stored row by row, and how large they are.

use super::Family;
use warpbench_kernels::template_match::TEMPLATE;

/// Rows and columns of a buffer that is a matrix.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MatrixShape {
    pub rows: u64,
    pub columns: u64,
}

impl MatrixShape {
    const fn new(rows: u64, columns: u64) -> MatrixShape {
        MatrixShape { rows, columns }
    }
}

impl Family {
    /// What the buffer of this binding is, for a kernel at a whole size; nothing where
    /// it is a row of numbers.
    pub fn matrix(&self, size: &[u64], binding: u32) -> Option<MatrixShape> {
        let shape = MatrixShape::new;
        let mask = TEMPLATE as u64;
        let shapes: &[MatrixShape] = match (self.name, size) {
            ("matmul", &[m, n, k]) => &[shape(m, k), shape(k, n), shape(m, n)],
            ("transpose", &[rows, columns]) => &[shape(rows, columns), shape(columns, rows)],
            ("jacobi" | "scale_rows", &[rows, columns]) => &[shape(rows, columns); 2],
            ("matvec", &[rows, columns]) => &[shape(rows, columns)],
            ("template_match", &[rows, columns]) => {
                let places = |pixels: u64| (pixels + 1).saturating_sub(mask);
                &[shape(rows, columns), shape(mask, mask), shape(places(rows), places(columns))]
            }
            _ => &[],
        };
        shapes.get(binding as usize).copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Argument, FAMILIES};

    /// Every matrix has as many elements as its buffer, at sizes that are no squares.
    #[test]
    fn matrices_are_as_large_as_their_buffers() {
        let mut matrices = 0;
        for family in FAMILIES {
            let variant = &family.variants[0];
            let numbers = [23, 40, 19];
            let size = variant.size(&numbers[..variant.dimensions.len().min(3)]).expect("whole");
            let problem = variant.problem(&size, 1).expect("can be built");
            for launch in &problem.launches {
                let buffers = launch.arguments.iter().filter_map(|argument| match argument {
                    Argument::Slice(buffer) | Argument::Pointer(buffer) => Some(*buffer),
                    _ => None,
                });
                for (binding, buffer) in (0..).zip(buffers) {
                    let Some(MatrixShape { rows, columns }) = family.matrix(&size, binding) else {
                        continue;
                    };
                    let len = problem.buffers[buffer].len as u64;
                    assert_eq!(rows * columns, len, "{} {binding}", family.name);
                    matrices += 1;
                }
            }
        }
        assert!(matrices >= 11, "{matrices}");
    }

    #[test]
    fn what_is_no_matrix_has_no_rows() {
        let check = |name: &str, size: &[u64], binding, expected: Option<(u64, u64)>| {
            let family = FAMILIES.iter().find(|family| family.name == name).expect(name);
            let found = family.matrix(size, binding).map(|shape| (shape.rows, shape.columns));
            assert_eq!(found, expected, "{name} {binding}");
        };
        check("matmul", &[64, 48, 32], 0, Some((64, 32)));
        check("matmul", &[64, 48, 32], 1, Some((32, 48)));
        check("matmul", &[64, 48, 32], 3, None);
        check("matvec", &[64, 48], 1, None);
        check("transpose", &[64, 48], 1, Some((48, 64)));
        check("reduce", &[1024], 0, None);
    }
}
