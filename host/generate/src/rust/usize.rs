//! `usize` values, each below a limit that is known.

use super::scope::PlaceExpr;
use super::types::{BOOL, RustExpr, Ty};
use super::writer::RustWriter;
use crate::choices::Choices;
use crate::types::Scalar;

impl<'a, C: Choices> RustWriter<'a, C> {
    /// A value below a limit that is not zero.
    pub(super) fn usize_below(&mut self, limit: u32, depth: u32) -> RustExpr {
        if depth == 0 || !self.spend() {
            return self.usize_leaf(limit);
        }
        match self.below(12) {
            0 => self.usize_of_word(limit, depth),
            1 => self.usize_of_signed(limit, depth),
            2 if limit > 1 => {
                let left = 1 + self.below(limit - 1);
                let [a, b] = [left, limit - left + 1].map(|part| self.usize_below(part, depth - 1));
                let is_fixed = a.is_fixed || b.is_fixed;
                RustExpr::operation(format!("{} + {}", a.operand(), b.operand()), is_fixed)
            }
            3 if limit < 1000 => {
                let divisor = 2 + self.below(4);
                let a = self.usize_below(limit * divisor, depth - 1);
                RustExpr::operation(format!("{} / {divisor}", a.operand()), a.is_fixed)
            }
            4 if limit < 1000 => {
                let distance = 1 + self.below(3);
                let a = self.usize_below(limit << distance, depth - 1);
                RustExpr::operation(format!("{} >> {distance}", a.operand()), a.is_fixed)
            }
            5 => {
                let a = self.usize_fixed(100, depth - 1);
                let most = limit - 1;
                RustExpr::atom(format!("{}.min({most})", a.operand()), true)
            }
            6 => {
                let a = self.usize_fixed(limit, depth - 1);
                let b = self.usize_below(limit, depth - 1);
                let method = self.pick(&["abs_diff", "saturating_sub", "min", "max"]);
                RustExpr::atom(format!("{}.{method}({})", a.operand(), b.text), true)
            }
            7 => {
                let condition = self.boolean(depth - 1).text;
                let [a, b] = [(); 2].map(|()| self.usize_below(limit, depth - 1));
                let is_fixed = a.is_fixed || b.is_fixed;
                let text = format!("if {condition} {{ {} }} else {{ {} }}", a.text, b.text);
                RustExpr::operation(text, is_fixed)
            }
            8 if limit > 1 => {
                let condition = self.of_type(&BOOL, depth - 1).operand();
                RustExpr::operation(format!("{condition} as usize"), true)
            }
            9 => {
                let places = self.places(&|ty| *ty == Ty::Usize, false);
                let a = match places.is_empty() {
                    true => self.usize_fixed(64, depth - 1),
                    false => {
                        let place = self.pick(&places);
                        self.usize_place(&place)
                    }
                };
                RustExpr::operation(format!("{} % {limit}", a.operand()), a.is_fixed)
            }
            _ => self.usize_leaf(limit),
        }
    }

    /// A value below a limit whose type needs nothing around it.
    pub(super) fn usize_fixed(&mut self, limit: u32, depth: u32) -> RustExpr {
        let value = self.usize_below(limit, depth);
        match value.is_fixed {
            true => value,
            false => self.usize_of_word(limit, depth.min(1)),
        }
    }

    fn usize_leaf(&mut self, limit: u32) -> RustExpr {
        let fits = |place: &PlaceExpr| place.most < limit && place.limits.is_empty();
        let places: Vec<PlaceExpr> =
            self.places(&|ty| *ty == Ty::Usize, false).into_iter().filter(fits).collect();
        if !places.is_empty() && limit > 1 && self.percent(60) {
            let place = self.pick(&places);
            return self.usize_place(&place);
        }
        let value = self.below(limit);
        match self.percent(10) {
            true => RustExpr::atom(format!("{value}usize"), true),
            false => RustExpr::atom(value.to_string(), false),
        }
    }

    fn usize_place(&mut self, place: &PlaceExpr) -> RustExpr {
        let text = self.place(place, 0);
        let is_atom = !text.starts_with('*');
        RustExpr { is_atom, ..RustExpr::atom(text, !place.is_pending) }
    }

    /// An unsigned number, brought below the limit.
    fn usize_of_word(&mut self, limit: u32, depth: u32) -> RustExpr {
        let integers: Vec<Scalar> =
            self.integers().into_iter().filter(|scalar| !scalar.is_signed()).collect();
        let scalar = self.pick(&integers);
        let word = self.integer(scalar, depth.saturating_sub(1), true).operand();
        let text = match limit.is_power_of_two() && self.percent(50) {
            true => format!("({word} & {}) as usize", limit - 1),
            false => format!("({word} % {limit}) as usize"),
        };
        RustExpr::operation(text, true)
    }

    /// A signed number, made positive and brought below the limit.
    fn usize_of_signed(&mut self, limit: u32, depth: u32) -> RustExpr {
        let word = self.integer(Scalar::I32, depth.saturating_sub(1), true).operand();
        let text = match self.below(2) {
            0 if limit.is_power_of_two() => format!("({word} & {}) as usize", limit - 1),
            0 => format!("({word}.unsigned_abs() % {limit}) as usize"),
            _ => format!("({word} as i32).rem_euclid({limit}) as usize"),
        };
        RustExpr::operation(text, true)
    }
}
