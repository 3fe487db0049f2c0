//! Floats and their vectors, as far as results are exact.

use super::{Expr, ExpressionProduction};
use crate::choices::Choices;
use crate::grammar::Feature;
use crate::program::Writer;
use crate::types::{Reach, Scalar, Type};

impl<'a, C: Choices> Writer<'a, C> {
    pub(super) fn float_productions(
        &mut self,
        ty: &Type,
        productions: &mut Vec<ExpressionProduction<'a, C>>,
    ) {
        productions.extend([
            Writer::float_sum as ExpressionProduction<'a, C>,
            Writer::float_sum,
            Writer::float_product,
            Writer::float_unary,
            Writer::float_bounds,
            Writer::float_conversion,
            Writer::float_scaled,
            Writer::float_mixed,
        ]);
        if let Type::Scalar(scalar) = ty {
            if self.has(Feature::Vectors) {
                productions.push(Writer::float_dot);
            }
            if *scalar == Scalar::F32 && self.has(Feature::Matrices) {
                productions.push(Writer::determinant);
            }
        }
        if ty.scalar() == Some(Scalar::F32) {
            productions.push(Writer::float_parts);
        }
    }

    fn float_sum(&mut self, ty: &Type, depth: u32) -> Expr {
        let operator = self.pick(&["+", "-"]);
        let ([a, b], reach) = self.operands([ty, ty], depth, |a, b| a.or(b).summed(1));
        Expr::new(format!("({} {operator} {})", a.text, b.text), reach)
    }

    fn float_product(&mut self, ty: &Type, depth: u32) -> Expr {
        let scalar = ty.scalar().unwrap_or(Scalar::F32);
        let other = if self.percent(25) { Type::Scalar(scalar) } else { ty.clone() };
        let ([a, b], reach) = self.operands([ty, &other], depth, Reach::times);
        let (a, b) = if self.percent(50) { (a, b) } else { (b, a) };
        Expr::new(format!("({} * {})", a.text, b.text), reach)
    }

    fn float_unary(&mut self, ty: &Type, depth: u32) -> Expr {
        let a = self.running(ty, depth);
        let (name, reach) = match self.below(9) {
            0 => ("-", a.reach),
            1 => ("abs", a.reach),
            2 => ("floor", Reach::new(a.reach.whole, 0)),
            3 => ("ceil", Reach::new(a.reach.whole, 0)),
            4 => ("trunc", Reach::new(a.reach.whole, 0)),
            5 => ("round", Reach::new(a.reach.whole, 0)),
            6 => ("fract", Reach::new(0, a.reach.fraction)),
            7 => ("sign", Reach::default()),
            _ => ("saturate", Reach::new(0, a.reach.fraction)),
        };
        Expr::new(format!("({name}({}))", a.text), reach)
    }

    fn float_bounds(&mut self, ty: &Type, depth: u32) -> Expr {
        let ([a, b], reach) = self.operands([ty, ty], depth, Reach::or);
        match self.below(4) {
            0 => Expr::new(format!("min({}, {})", a.text, b.text), reach),
            1 => Expr::new(format!("max({}, {})", a.text, b.text), reach),
            2 => Expr::new(format!("step({}, {})", a.text, b.text), Reach::default()),
            _ => {
                let low = self.running_leaf(ty);
                let text =
                    format!("clamp({}, {}, max({}, {}))", a.text, low.text, low.text, b.text);
                Expr::new(text, reach.or(low.reach))
            }
        }
    }

    fn float_conversion(&mut self, ty: &Type, depth: u32) -> Expr {
        let scalar = ty.scalar().unwrap_or(Scalar::F32);
        let from = self.pick(&self.scalars());
        let source = ty.with(from);
        let name = ty.name();
        let standard = scalar.standard();
        let most = 1 << standard.whole;
        let operand = self.running(&source, depth);
        match from {
            Scalar::Bool => Expr::new(format!("{name}({})", operand.text), Reach::default()),
            from if from.is_float() => {
                let reach = from.standard().or(Reach::default());
                let operand = self.tame(&source, operand);
                match reach.is_standard(scalar) {
                    true => Expr::new(format!("{name}({})", operand.text), operand.reach),
                    // Half floats hold less.
                    false => {
                        let narrow = super::narrowed("whole", &source, &operand, Reach::new(3, 0));
                        Expr::new(format!("{name}({})", narrow.text), narrow.reach)
                    }
                }
            }
            from => {
                let limit = format!("{}({most}{})", source.name(), from.suffix());
                Expr::new(
                    format!("{name}({} % {limit})", operand.text),
                    Reach::new(standard.whole, 0),
                )
            }
        }
    }

    /// By a power of two, in several ways.
    fn float_scaled(&mut self, ty: &Type, depth: u32) -> Expr {
        let scalar = ty.scalar().unwrap_or(Scalar::F32);
        let name = ty.name();
        let a = self.running_standard(ty, depth);
        let down = Reach::new(a.reach.whole, a.reach.fraction + 1);
        match self.below(3) {
            0 => Expr::new(format!("({} / {name}(2))", a.text), down),
            1 => Expr::new(format!("({} % {name}(4))", a.text), Reach::new(2, a.reach.fraction)),
            _ if scalar == Scalar::F32 => {
                let exponents = ty.with(Scalar::I32);
                let exponent = self.running(&exponents, depth).text;
                let (i, two) = (exponents.name(), "2i");
                let text = format!("ldexp({}, {exponent} % {i}({two}))", a.text);
                Expr::new(text, Reach::new(a.reach.whole + 1, a.reach.fraction + 1))
            }
            _ => Expr::new(format!("({} * {name}(0.5))", a.text), down),
        }
    }

    fn float_mixed(&mut self, ty: &Type, depth: u32) -> Expr {
        let part = |r: Reach| r.times(r).summed(2);
        let [a, b, c] = [(); 3].map(|()| self.running_standard(ty, depth));
        let reach = part(a.reach.or(b.reach).or(c.reach));
        if !reach.fits(ty.scalar().unwrap_or(Scalar::F32)) {
            return a;
        }
        let name = self.pick(&["fma", "mix"]);
        Expr::new(format!("{name}({}, {}, {})", a.text, b.text, c.text), reach)
    }

    fn float_dot(&mut self, ty: &Type, depth: u32) -> Expr {
        let vector = Type::Vector(2 + self.below(3), ty.scalar().unwrap_or(Scalar::F32));
        let ([a, b], reach) = self.operands([&vector, &vector], depth, |a, b| a.times(b).summed(2));
        Expr::new(format!("dot({}, {})", a.text, b.text), reach)
    }

    /// Of small whole numbers, or it would not be exact.
    fn determinant(&mut self, _: &Type, depth: u32) -> Expr {
        let size = 2 + self.below(3);
        let matrix = self.small(&Type::Matrix(size, size), depth);
        Expr::new(format!("determinant({})", matrix.text), Reach::new(14, 0))
    }

    /// The parts that `modf` and `frexp` make of a float, and what survives a
    /// way through half floats.
    fn float_parts(&mut self, ty: &Type, depth: u32) -> Expr {
        let a = self.running_standard(ty, depth);
        match self.below(4) {
            0 => Expr::new(format!("modf({}).fract", a.text), Reach::new(0, a.reach.fraction)),
            1 => Expr::new(format!("modf({}).whole", a.text), Reach::new(a.reach.whole, 0)),
            // A significand has as many digits as the float had in all.
            2 => {
                let digits = a.reach.whole + a.reach.fraction;
                Expr::new(format!("frexp({}).fract", a.text), Reach::new(0, digits))
            }
            _ => Expr::new(format!("quantizeToF16({})", a.text), a.reach),
        }
    }
}
