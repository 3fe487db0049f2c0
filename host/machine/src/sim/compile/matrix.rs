//! Matrices, which lie in registers column by column.

use super::arithmetic::Two;
use super::expression::Operand;
use super::{Compiler, FunctionScope, Result};
use crate::sim::code::Reg;
use naga::{Expression, Handle};

impl<'a> Compiler<'a> {
    /// The product of a matrix with a matrix or a vector; nothing if it is
    /// another kind of product.
    pub(super) fn matrix_product(
        &mut self,
        scope: &mut FunctionScope<'a>,
        left: Handle<Expression>,
        right: Handle<Expression>,
    ) -> Result<Option<Reg>> {
        let shapes = (self.matrix_shape(scope, left), self.matrix_shape(scope, right));
        let (a, b) = (self.operand(scope, left)?, self.operand(scope, right)?);
        // Both as matrices: a vector on the left is a row, on the right a column.
        let ((inner, rows), columns) = match shapes {
            (Some(shape), Some((columns, _))) => (shape, columns),
            (Some(shape), None) if b.count > 1 => (shape, 1),
            (None, Some((columns, rows))) if a.count > 1 => ((rows, 1), columns),
            _ => return Ok(None),
        };
        let mut parts = Vec::new();
        for column in 0..columns {
            for row in 0..rows {
                let mut sum: Option<Operand> = None;
                for i in 0..inner {
                    let (x, y) = (a.component(i * rows + row), b.component(column * inner + i));
                    let product = self.two(Two::Mul, x, y);
                    sum = Some(match sum {
                        Some(sum) => self.two(Two::Add, sum, product),
                        None => product,
                    });
                }
                parts.extend(sum.map(|sum| (sum.first, sum.scalar.words())));
            }
        }
        Ok(Some(self.compose(&parts)))
    }

    pub(super) fn transpose(&mut self, a: Operand, (columns, rows): (u32, u32)) -> Reg {
        let mut parts = Vec::new();
        for row in 0..rows {
            for column in 0..columns {
                parts.push((a.at(column * rows + row), a.scalar.words()));
            }
        }
        self.compose(&parts)
    }

    /// The product of a column with a row.
    pub(super) fn outer(&mut self, a: Operand, b: Operand) -> Reg {
        let mut parts = Vec::new();
        for column in 0..b.count {
            let scaled = self.two(Two::Mul, a, b.component(column));
            parts.push((scaled.first, scaled.count * scaled.scalar.words()));
        }
        self.compose(&parts)
    }

    /// The determinant of a square matrix, by its first column.
    pub(super) fn determinant(&mut self, a: Operand, size: u32) -> Operand {
        let all: Vec<u32> = (0..size).collect();
        self.minor(a, size, &all, 0)
    }

    /// The determinant of the columns from `first` on and these rows.
    fn minor(&mut self, a: Operand, size: u32, rows: &[u32], first: u32) -> Operand {
        if let &[row] = rows {
            return a.component(first * size + row);
        }
        let mut sum: Option<Operand> = None;
        for (i, &row) in rows.iter().enumerate() {
            let others: Vec<u32> = rows.iter().copied().filter(|&other| other != row).collect();
            let minor = self.minor(a, size, &others, first + 1);
            let product = self.two(Two::Mul, a.component(first * size + row), minor);
            sum = Some(match sum {
                None => product,
                Some(sum) if i % 2 == 1 => self.two(Two::Sub, sum, product),
                Some(sum) => self.two(Two::Add, sum, product),
            });
        }
        sum.unwrap_or(a)
    }
}
