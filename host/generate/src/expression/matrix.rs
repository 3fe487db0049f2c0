//! Matrices. Their products are sums of up to four products.

use super::{Expr, ExpressionProduction};
use crate::choices::Choices;
use crate::program::Writer;
use crate::types::{Reach, Scalar, Type};

fn products(a: Reach, b: Reach) -> Reach {
    a.times(b).summed(2)
}

impl<'a, C: Choices> Writer<'a, C> {
    pub(super) fn matrix_productions(
        &mut self,
        productions: &mut Vec<ExpressionProduction<'a, C>>,
    ) {
        productions.extend([
            Writer::matrix_of_columns as ExpressionProduction<'a, C>,
            Writer::matrix_of_scalars,
            Writer::matrix_sum,
            Writer::matrix_scaled,
            Writer::matrix_product,
            Writer::transposed,
        ]);
    }

    fn matrix_of_columns(&mut self, ty: &Type, depth: u32) -> Expr {
        self.put_together(ty, &mut |writer, column| writer.running(column, depth))
    }

    fn matrix_of_scalars(&mut self, ty: &Type, depth: u32) -> Expr {
        let Type::Matrix(columns, rows) = *ty else { return self.leaf(ty, 0) };
        let mut reach = Reach::default();
        let mut parts = Vec::new();
        for _ in 0..columns * rows {
            let made = self.running(&Type::Scalar(Scalar::F32), depth.min(1));
            reach = reach.or(made.reach);
            parts.push(made.text);
        }
        Expr::new(format!("{}({})", ty.name(), parts.join(", ")), reach)
    }

    fn matrix_sum(&mut self, ty: &Type, depth: u32) -> Expr {
        let operator = self.pick(&["+", "-"]);
        let ([a, b], reach) = self.operands([ty, ty], depth, |a, b| a.or(b).summed(1));
        Expr::new(format!("({} {operator} {})", a.text, b.text), reach)
    }

    fn matrix_scaled(&mut self, ty: &Type, depth: u32) -> Expr {
        let factor = Type::Scalar(Scalar::F32);
        let ([a, b], reach) = self.operands([ty, &factor], depth, Reach::times);
        let (a, b) = if self.percent(50) { (a, b) } else { (b, a) };
        Expr::new(format!("({} * {})", a.text, b.text), reach)
    }

    fn matrix_product(&mut self, ty: &Type, depth: u32) -> Expr {
        let Type::Matrix(columns, rows) = *ty else { return self.leaf(ty, 0) };
        let inner = 2 + self.below(3);
        let types = [Type::Matrix(inner, rows), Type::Matrix(columns, inner)];
        let ([mut a, mut b], mut reach) = self.operands([&types[0], &types[1]], depth, products);
        // Mesa 22.3 makes no pipeline with a product of two transposed matrices.
        if a.text.starts_with("transpose(") && b.text.starts_with("transpose(") {
            let standard = Scalar::F32.standard();
            a = super::narrowed("tame", &types[0], &a, standard);
            b = super::narrowed("tame", &types[1], &b, standard);
            reach = products(standard, standard);
        }
        Expr::new(format!("({} * {})", a.text, b.text), reach)
    }

    fn transposed(&mut self, ty: &Type, depth: u32) -> Expr {
        let Type::Matrix(columns, rows) = *ty else { return self.leaf(ty, 0) };
        let made = self.running(&Type::Matrix(rows, columns), depth);
        Expr::new(format!("transpose({})", made.text), made.reach)
    }

    /// Either way round.
    pub(super) fn matrix_times_vector(&mut self, ty: &Type, depth: u32) -> Expr {
        let Type::Vector(size, scalar) = *ty else { return self.leaf(ty, 0) };
        let inner = 2 + self.below(3);
        let vector = Type::Vector(inner, scalar);
        let matrix_first = self.percent(50);
        let types = match matrix_first {
            true => [Type::Matrix(inner, size), vector],
            false => [vector, Type::Matrix(size, inner)],
        };
        let ([a, b], reach) = self.operands([&types[0], &types[1]], depth, products);
        Expr::new(format!("({} * {})", a.text, b.text), reach)
    }
}
