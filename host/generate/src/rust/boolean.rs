//! Truth values.

use super::types::{BOOL, RustExpr, is_integer};
use super::writer::RustWriter;
use crate::choices::Choices;
use crate::types::Scalar;

impl<'a, C: Choices> RustWriter<'a, C> {
    pub(super) fn boolean(&mut self, depth: u32) -> RustExpr {
        if depth == 0 || !self.spend() {
            return match self.read(&BOOL, true) {
                Some(place) if self.percent(40) => place,
                _ => self.comparison(0),
            };
        }
        match self.below(14) {
            12 if self.may_iterate() => self.iterated_truth(depth - 1),
            13 => self.list_truth().unwrap_or_else(|| self.comparison(depth - 1)),
            10 => self.asked(depth - 1),
            11 => self.matching(depth - 1),
            0 => {
                let [a, b] = [(); 2].map(|()| self.boolean(depth - 1).operand());
                let operator = self.pick(&["&&", "||", "&&", "||", "&", "|", "^", "==", "!="]);
                RustExpr::operation(format!("{a} {operator} {b}"), true)
            }
            1 => RustExpr::operation(format!("!{}", self.boolean(depth - 1).operand()), true),
            2 => self.branching(&BOOL, depth, true),
            3 => {
                let word = self.integer(Scalar::U32, depth - 1, true).operand();
                match self.below(3) {
                    0 => RustExpr::atom(format!("{word}.is_power_of_two()"), true),
                    1 => {
                        let method = self.pick(&["is_nan", "is_finite", "is_infinite"]);
                        RustExpr::atom(format!("f32::from_bits({word}).{method}()"), true)
                    }
                    _ => RustExpr::atom(format!("f32::from_bits({word}).is_sign_negative()"), true),
                }
            }
            4 => RustExpr::atom(self.pick(&["true", "false"]), true),
            5 if self.percent(30) => {
                self.offered(&BOOL, depth).unwrap_or_else(|| self.comparison(depth - 1))
            }
            5 => self.call_of(&BOOL, depth).unwrap_or_else(|| self.comparison(depth - 1)),
            6 => self.read(&BOOL, true).unwrap_or_else(|| self.comparison(depth - 1)),
            _ => self.comparison(depth - 1),
        }
    }

    fn comparison(&mut self, depth: u32) -> RustExpr {
        let operator = self.pick(&["==", "!=", "<", "<=", ">", ">="]);
        let scalars = self.scalars();
        let [a, b] = match self.pick(&scalars) {
            _ if self.percent(10) => [self.usize_fixed(20, depth), self.usize_below(20, depth)],
            scalar if is_integer(scalar) => {
                [self.integer(scalar, depth, true), self.integer(scalar, depth, false)]
            }
            Scalar::Bool => {
                [self.integer(Scalar::I32, depth, true), self.integer(Scalar::I32, depth, false)]
            }
            scalar => [self.float(scalar, depth, true), self.float(scalar, depth, false)],
        };
        // A literal may as well stand on the left.
        let [a, b] = if self.percent(20) { [b, a] } else { [a, b] };
        RustExpr::operation(format!("{} {operator} {}", a.operand(), b.operand()), true)
    }
}
