//! Vectors, beside what they have in common with scalars.

use super::{Expr, ExpressionProduction};
use crate::choices::Choices;
use crate::grammar::Feature;
use crate::program::Writer;
use crate::types::{COMPONENTS, Reach, Scalar, Type};

impl<'a, C: Choices> Writer<'a, C> {
    pub(super) fn vector_productions(
        &mut self,
        ty: &Type,
        productions: &mut Vec<ExpressionProduction<'a, C>>,
    ) {
        let Type::Vector(size, scalar) = *ty else { return };
        productions.extend([
            Writer::vector_of_parts as ExpressionProduction<'a, C>,
            Writer::vector_of_parts,
            Writer::swizzle,
            Writer::splat,
        ]);
        if scalar.is_float() && size == 3 {
            productions.push(Writer::cross);
        }
        if scalar.is_float() && scalar != Scalar::F64 {
            productions.push(Writer::reflection);
        }
        if scalar == Scalar::F32 && self.has(Feature::Matrices) {
            productions.extend([Writer::matrix_times_vector as ExpressionProduction<'a, C>; 2]);
        }
        if self.has(Feature::Packing) && size == 4 && matches!(scalar, Scalar::I32 | Scalar::U32) {
            productions.push(Writer::unpacked);
        }
    }

    /// `vec4(a, b.xy, c)` and the like.
    fn vector_of_parts(&mut self, ty: &Type, depth: u32) -> Expr {
        let Type::Vector(size, scalar) = *ty else { return self.leaf(ty, 0) };
        let mut left = size;
        let mut reach = Reach::default();
        let mut constant = true;
        let mut parts = Vec::new();
        while left > 0 {
            // One part alone would be a conversion.
            let most = if left == size { size - 1 } else { left };
            let width = 1 + self.below(most);
            let part = if width == 1 { Type::Scalar(scalar) } else { Type::Vector(width, scalar) };
            let made = self.expression(&part, depth);
            reach = reach.or(made.reach);
            constant &= made.constant;
            parts.push(made.text);
            left -= width;
        }
        Expr { text: format!("{}({})", ty.name(), parts.join(", ")), reach, constant }
    }

    fn swizzle(&mut self, ty: &Type, depth: u32) -> Expr {
        let Type::Vector(size, scalar) = *ty else { return self.leaf(ty, 0) };
        let from = 2 + self.below(3);
        let made = self.running(&Type::Vector(from, scalar), depth);
        let letters = self.pick(&[COMPONENTS, ["r", "g", "b", "a"]]);
        let picked: String = (0..size).map(|_| letters[self.below(from) as usize]).collect();
        Expr::new(format!("{}.{picked}", made.text), made.reach)
    }

    fn splat(&mut self, ty: &Type, depth: u32) -> Expr {
        let Type::Vector(_, scalar) = *ty else { return self.leaf(ty, 0) };
        let made = self.expression(&Type::Scalar(scalar), depth);
        Expr { text: format!("{}({})", ty.name(), made.text), ..made }
    }

    fn cross(&mut self, ty: &Type, depth: u32) -> Expr {
        let ([a, b], reach) = self.operands([ty, ty], depth, |a, b| a.times(b).summed(1));
        Expr::new(format!("cross({}, {})", a.text, b.text), reach)
    }

    fn reflection(&mut self, ty: &Type, depth: u32) -> Expr {
        let [a, b, c] = [(); 3].map(|()| self.small(ty, depth).text);
        match ty.scalar() == Some(Scalar::F32) && self.percent(50) {
            true => Expr::new(format!("reflect({a}, {b})"), Reach::new(13, 0)),
            false => Expr::new(format!("faceForward({a}, {b}, {c})"), Reach::new(3, 0)),
        }
    }

    fn unpacked(&mut self, ty: &Type, depth: u32) -> Expr {
        let word = self.running(&Type::Scalar(Scalar::U32), depth).text;
        let name = if ty.scalar() == Some(Scalar::I32) { "unpack4xI8" } else { "unpack4xU8" };
        Expr::plain(format!("{name}({word})"))
    }
}
