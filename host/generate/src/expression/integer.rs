//! Integers, and their vectors.

use super::{Expr, ExpressionProduction};
use crate::choices::Choices;
use crate::grammar::Feature;
use crate::program::Writer;
use crate::types::{Scalar, Type};

impl<'a, C: Choices> Writer<'a, C> {
    pub(super) fn integer_productions(
        &mut self,
        ty: &Type,
        productions: &mut Vec<ExpressionProduction<'a, C>>,
    ) {
        let Some(scalar) = ty.scalar() else { return };
        productions.extend([
            Writer::integer_sum as ExpressionProduction<'a, C>,
            Writer::integer_sum,
            Writer::bitwise,
            Writer::quotient,
            Writer::shift,
            Writer::integer_unary,
            Writer::integer_function,
            Writer::integer_conversion,
        ]);
        if self.has(Feature::Bits) && !scalar.is_long() {
            productions
                .extend([Writer::bit_function as ExpressionProduction<'a, C>, Writer::bit_field]);
        }
        if let Type::Scalar(_) = ty {
            if self.has(Feature::Vectors) {
                productions.push(Writer::integer_dot);
            }
            if self.has(Feature::Packing) && !scalar.is_long() {
                productions.push(Writer::packed);
            }
        }
    }

    /// The other operand of `+`, `-`, `*`, `/` and `%` with a vector may be a
    /// scalar.
    fn other_operand(&mut self, ty: &Type) -> Type {
        match ty {
            Type::Vector(_, scalar) if self.percent(25) => Type::Scalar(*scalar),
            _ => ty.clone(),
        }
    }

    fn integer_sum(&mut self, ty: &Type, depth: u32) -> Expr {
        let operator = self.pick(&["+", "-", "*"]);
        let other = self.other_operand(ty);
        let (a, b) = (self.running(ty, depth), self.expression(&other, depth));
        let (a, b) = if self.percent(50) { (a, b) } else { (b, a) };
        Expr::plain(format!("({} {operator} {})", a.text, b.text))
    }

    fn bitwise(&mut self, ty: &Type, depth: u32) -> Expr {
        let operator = self.pick(&["&", "|", "^"]);
        let (a, b) = (self.running(ty, depth), self.expression(ty, depth));
        Expr::plain(format!("({} {operator} {})", a.text, b.text))
    }

    /// Division by zero and overflow are defined, except by a literal zero.
    fn quotient(&mut self, ty: &Type, depth: u32) -> Expr {
        let operator = self.pick(&["/", "%"]);
        let other = self.other_operand(ty);
        let a = self.running(ty, depth);
        let b = self.divisor(&other, depth);
        Expr::plain(format!("({} {operator} {})", a.text, b.text))
    }

    /// Something to divide by. naga refuses a vector with a zero among its
    /// components if it can see it, so vectors come from variables.
    pub(crate) fn divisor(&mut self, ty: &Type, depth: u32) -> Expr {
        if self.percent(40) {
            return self.nonzero_literal(ty);
        }
        match ty {
            Type::Vector(..) => self.variable_leaf(ty),
            _ => self.running(ty, depth),
        }
    }

    /// Any amount known at run time is taken modulo the width.
    fn shift(&mut self, ty: &Type, depth: u32) -> Expr {
        let operator = self.pick(&["<<", ">>"]);
        let amounts = ty.with(Scalar::U32);
        let a = self.running(ty, depth);
        let amount = match self.percent(40) {
            true => format!("{}({}u)", amounts.name(), self.below(32)),
            false => self.amount(&amounts, depth).text,
        };
        Expr::plain(format!("({} {operator} {amount})", a.text))
    }

    /// How far to shift. As with divisors, naga refuses a vector with a component
    /// that it can see is too large.
    pub(crate) fn amount(&mut self, ty: &Type, depth: u32) -> Expr {
        match ty {
            Type::Vector(..) => self.variable_leaf(ty),
            _ => self.running(ty, depth),
        }
    }

    fn integer_unary(&mut self, ty: &Type, depth: u32) -> Expr {
        let signed = ty.scalar().is_some_and(Scalar::is_signed);
        let operator = if signed && self.percent(50) { "-" } else { "~" };
        Expr::plain(format!("({operator}{})", self.running(ty, depth).text))
    }

    fn integer_function(&mut self, ty: &Type, depth: u32) -> Expr {
        let a = self.running(ty, depth).text;
        let signed = ty.scalar() == Some(Scalar::I32);
        Expr::plain(match self.below(if signed { 5 } else { 4 }) {
            0 => format!("abs({a})"),
            1 => format!("min({a}, {})", self.expression(ty, depth).text),
            2 => format!("max({a}, {})", self.expression(ty, depth).text),
            // The lower bound must not be above the upper one.
            3 => {
                let low = self.running_leaf(ty).text;
                format!("clamp({a}, {low}, max({low}, {}))", self.leaf(ty, 0).text)
            }
            _ => format!("sign({a})"),
        })
    }

    fn bit_function(&mut self, ty: &Type, depth: u32) -> Expr {
        let name = self.pick(&[
            "countOneBits",
            "countLeadingZeros",
            "countTrailingZeros",
            "reverseBits",
            "firstLeadingBit",
            "firstTrailingBit",
        ]);
        Expr::plain(format!("{name}({})", self.running(ty, depth).text))
    }

    /// Offsets and counts that are too large are cut.
    fn bit_field(&mut self, ty: &Type, depth: u32) -> Expr {
        let a = self.running(ty, depth).text;
        let u32_type = Type::Scalar(Scalar::U32);
        let (offset, count) = match self.percent(50) {
            true => {
                let offset = self.below(32);
                (format!("{offset}u"), format!("{}u", self.below(33 - offset)))
            }
            false => (self.running(&u32_type, depth).text, self.running(&u32_type, depth).text),
        };
        Expr::plain(match self.percent(50) {
            true => format!("extractBits({a}, {offset}, {count})"),
            false => {
                format!("insertBits({a}, {}, {offset}, {count})", self.expression(ty, depth).text)
            }
        })
    }

    fn integer_dot(&mut self, ty: &Type, depth: u32) -> Expr {
        let scalar = ty.scalar().unwrap_or(Scalar::I32);
        let vector = Type::Vector(2 + self.below(3), scalar);
        let (a, b) = (self.running(&vector, depth), self.expression(&vector, depth));
        Expr::plain(format!("dot({}, {})", a.text, b.text))
    }
}
