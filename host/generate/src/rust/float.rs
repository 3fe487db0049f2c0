//! Floats, all of them exact.

use super::types::{RustExpr, Ty, is_integer};
use super::writer::RustWriter;
use crate::choices::Choices;
use crate::types::{Reach, Scalar};

impl<'a, C: Choices> RustWriter<'a, C> {
    /// A value of a float type, of any reach that is exact.
    pub(super) fn float(&mut self, scalar: Scalar, depth: u32, fixed: bool) -> RustExpr {
        if depth == 0 || !self.spend() {
            return self.float_leaf(scalar, fixed);
        }
        match self.below(12) {
            0..=2 => self.float_binary(scalar, depth, fixed),
            3 => {
                let value = self.float(scalar, depth - 1, fixed);
                RustExpr::operation(format!("-({})", value.text), value.is_fixed)
                    .with_reach(value.reach)
            }
            4 => self.float_cast(scalar, depth),
            5..=7 => self.float_method(scalar, depth),
            8 => {
                let value = self.branching(&Ty::Scalar(scalar), depth, fixed);
                value.with_reach(scalar.standard())
            }
            9 if self.percent(40) => match self.offered(&Ty::Scalar(scalar), depth) {
                Some(value) => value.with_reach(scalar.standard()),
                None => self.float_leaf(scalar, fixed),
            },
            9 => match self.call_of(&Ty::Scalar(scalar), depth) {
                Some(call) => call.with_reach(scalar.standard()),
                None => self.float_leaf(scalar, fixed),
            },
            _ => self.float_leaf(scalar, fixed),
        }
    }

    /// A value that can be kept in a variable.
    pub(super) fn standard(&mut self, scalar: Scalar, depth: u32, fixed: bool) -> RustExpr {
        let value = self.float(scalar, depth, fixed);
        self.tame(scalar, value)
    }

    /// Brings a value back into the reach of a variable.
    fn tame(&mut self, scalar: Scalar, value: RustExpr) -> RustExpr {
        if value.reach.is_standard(scalar) {
            return value;
        }
        let tamed = self.tame_text(scalar, &value.text);
        RustExpr::atom(tamed, true).with_reach(scalar.standard())
    }

    /// A call that brings a value back into the reach of a variable.
    pub(super) fn tame_text(&mut self, scalar: Scalar, text: &str) -> String {
        self.tamed.insert(scalar.name());
        format!("tame_{}({text})", scalar.name())
    }

    fn float_leaf(&mut self, scalar: Scalar, fixed: bool) -> RustExpr {
        if self.percent(70)
            && let Some(place) = self.read(&Ty::Scalar(scalar), fixed)
        {
            return place.with_reach(scalar.standard());
        }
        self.float_literal(scalar, fixed)
    }

    pub(super) fn float_literal(&mut self, scalar: Scalar, fixed: bool) -> RustExpr {
        let value = match self.percent(40) {
            true => f64::from(self.below(1024)) / 16.0,
            false => f64::from(self.below(20)) / 2.0,
        };
        let is_fixed = fixed || self.percent(15);
        let text = match (is_fixed, value.fract() == 0.0) {
            (true, _) => format!("{value}{}", scalar.name()),
            (false, true) if self.percent(10) => format!("{value}."),
            (false, true) => format!("{value}.0"),
            (false, false) => value.to_string(),
        };
        // A point must not be followed by an operator's name, nor by a dot.
        let is_atom = !text.ends_with('.');
        RustExpr { is_atom, ..RustExpr::atom(text, is_fixed) }.with_reach(scalar.standard())
    }

    fn float_binary(&mut self, scalar: Scalar, depth: u32, fixed: bool) -> RustExpr {
        let mut left = self.float(scalar, depth - 1, fixed);
        if self.percent(12) {
            return self.float_quotient(scalar, left);
        }
        let mut right = self.float(scalar, depth - 1, false);
        let operator = self.pick(&["+", "-", "*"]);
        let reach = |a: &RustExpr, b: &RustExpr| match operator {
            "*" => a.reach.times(b.reach),
            _ => a.reach.or(b.reach).summed(1),
        };
        if !reach(&left, &right).fits(scalar) {
            left = self.tame(scalar, left);
            right = self.tame(scalar, right);
        }
        let text = format!("{} {operator} {}", left.operand(), right.operand());
        RustExpr::operation(text, left.is_fixed || right.is_fixed).with_reach(reach(&left, &right))
    }

    /// A quotient or remainder of a power of two, which is exact.
    fn float_quotient(&mut self, scalar: Scalar, left: RustExpr) -> RustExpr {
        let left = self.tame(scalar, left);
        let (text, reach) = match self.below(3) {
            0 => (format!("{} / 4.0", left.operand()), Reach::new(4, 6)),
            1 => (format!("{} / 0.5", left.operand()), Reach::new(7, 3)),
            _ => (format!("{} % 8.0", left.operand()), Reach::new(3, 4)),
        };
        RustExpr::operation(text, left.is_fixed).with_reach(reach.or(Reach::new(4, 4)))
    }

    fn float_cast(&mut self, scalar: Scalar, depth: u32) -> RustExpr {
        let name = scalar.name();
        let scalars = self.scalars();
        let reach = Reach::new(6, 0);
        let text = match self.pick(&scalars) {
            _ if self.percent(10) => {
                format!("{} as {name}", self.usize_fixed(64, depth - 1).operand())
            }
            Scalar::Bool => {
                // There is no cast from a truth value to a float.
                let value = self.boolean(depth - 1);
                format!("{} as u32 as {name}", value.operand())
            }
            from if is_integer(from) => {
                let value = self.integer(from, depth - 1, true);
                format!("({} % 64) as {name}", value.operand())
            }
            from => {
                let value = self.standard(from, depth - 1, true);
                let text = format!("{} as {name}", value.operand());
                return RustExpr::operation(text, true).with_reach(scalar.standard());
            }
        };
        RustExpr::operation(text, true).with_reach(reach)
    }

    fn float_method(&mut self, scalar: Scalar, depth: u32) -> RustExpr {
        let value = self.standard(scalar, depth - 1, true);
        let x = value.operand();
        let reach = scalar.standard();
        let whole = Reach::new(reach.whole + 1, 0);
        let (text, reach) = match self.below(9) {
            0 => (format!("{x}.abs()"), reach),
            1 => {
                let y = self.standard(scalar, depth - 1, false).text;
                (format!("{x}.{}({y})", self.pick(&["min", "max"])), reach)
            }
            2 => {
                let low = self.below(8);
                let high = low + self.below(20);
                (format!("{x}.clamp(-{low}.5, {high}.25)"), reach)
            }
            3 => {
                let method = self.pick(&["floor", "ceil", "round", "trunc"]);
                (format!("{x}.{method}()"), whole)
            }
            4 => (format!("{x}.fract()"), Reach::new(0, reach.fraction)),
            5 => {
                let y = self.standard(scalar, depth - 1, false).text;
                let z = self.standard(scalar, depth - 1, false).text;
                (format!("{x}.mul_add({y}, {z})"), reach.times(reach).summed(1))
            }
            // A zero's sign is nobody's business, so these are not asked of zeros.
            6 => (format!("({x} * 2.0 + 0.0625).signum()"), Reach::new(0, 0)),
            7 => {
                let y = self.standard(scalar, depth - 1, true).operand();
                (format!("{x}.abs().copysign({y} * 2.0 + 0.0625)"), reach)
            }
            _ => {
                let method = self.pick(&["rem_euclid", "div_euclid"]);
                (format!("{x}.{method}(4.0)"), Reach::new(6, reach.fraction))
            }
        };
        RustExpr::atom(text, true).with_reach(reach)
    }
}
