//! Values that are computed by branches, blocks and loops.

use super::types::{RustExpr, Ty};
use super::writer::{Around, RustWriter};
use crate::choices::Choices;
use crate::types::Scalar;

impl<'a, C: Choices> RustWriter<'a, C> {
    /// A value of a type by way of a branch.
    pub(super) fn branching(&mut self, ty: &Ty, depth: u32, fixed: bool) -> RustExpr {
        let depth = depth - 1;
        match self.below(17) {
            16 => (self.slice_pattern(ty, depth, fixed))
                .unwrap_or_else(|| self.if_let_value(ty, depth, fixed)),
            10 | 11 => self.chosen(ty, depth, fixed),
            12 => self.if_let_value(ty, depth, fixed),
            13 | 14 => self.unwrapped(ty, depth),
            15 => self.called(ty, depth),
            0..=3 => self.if_value(ty, depth, fixed),
            4..=6 => self.match_value(ty, depth, fixed),
            7 => {
                let block = self.inner_block(ty, depth, fixed);
                RustExpr::operation(block.text, block.is_fixed)
            }
            8 => self.labelled_value(ty, depth, fixed),
            _ if self.loops() < 2 => self.loop_value(ty, depth, fixed),
            _ => self.if_value(ty, depth, fixed),
        }
    }

    /// A block with a value and perhaps some statements.
    pub(super) fn inner_block(&mut self, ty: &Ty, depth: u32, fixed: bool) -> RustExpr {
        let statements = if depth > 0 && self.percent(50) { 1 + self.below(2) } else { 0 };
        self.valued(|writer| {
            for _ in 0..statements {
                writer.statement(depth.saturating_sub(1));
            }
            writer.of_type_as(ty, depth, fixed)
        })
    }

    fn if_value(&mut self, ty: &Ty, depth: u32, fixed: bool) -> RustExpr {
        let condition = self.boolean(depth).text;
        let first = self.inner_block(ty, depth, fixed);
        let mut text = format!("if {condition} {}", first.text);
        let mut is_fixed = first.is_fixed;
        if self.percent(20) {
            let condition = self.boolean(depth).text;
            let block = self.inner_block(ty, depth, false);
            is_fixed |= block.is_fixed;
            text += &format!(" else if {condition} {}", block.text);
        }
        let last = self.inner_block(ty, depth, false);
        text += &format!(" else {}", last.text);
        RustExpr::operation(text, self.joined(ty, is_fixed, last.is_fixed))
    }

    /// Whether a value is known that several ways lead to. A scalar is as soon as
    /// one of them is; of an aggregate each may know another part.
    pub(super) fn joined(&self, ty: &Ty, first: bool, last: bool) -> bool {
        match ty {
            Ty::Scalar(_) | Ty::Usize => first || last,
            _ => first && last,
        }
    }

    fn match_value(&mut self, ty: &Ty, depth: u32, fixed: bool) -> RustExpr {
        let (scalar, head) = self.scrutinee(depth);
        let mut text = format!("match {head} {{\n");
        let indent = "    ".repeat(self.indent + 1);
        let mut is_fixed = false;
        let arms = 1 + self.below(3);
        self.indent += 1;
        for arm in 0..=arms {
            let outside = self.scope.len();
            let pattern = self.pattern(scalar, arm == arms);
            let value = match self.percent(70) {
                true => self.of_type_as(ty, depth, fixed && arm == 0),
                false => self.inner_block(ty, depth, fixed && arm == 0),
            };
            self.scope.truncate(outside);
            is_fixed =
                if arm == 0 { value.is_fixed } else { self.joined(ty, is_fixed, value.is_fixed) };
            text += &format!("{indent}{pattern} => {},\n", value.text);
        }
        self.indent -= 1;
        text += &format!("{}}}", "    ".repeat(self.indent));
        RustExpr::operation(text, is_fixed)
    }

    /// A small integer to be told apart, and its type.
    pub(super) fn scrutinee(&mut self, depth: u32) -> (Scalar, String) {
        let integers = self.integers();
        let scalar = self.pick(&integers);
        let value = self.integer(scalar, depth, true).operand();
        let text = match self.below(3) {
            0 => format!("{value} % 8"),
            1 => format!("{value} & 7"),
            _ => value,
        };
        (scalar, text)
    }

    /// A pattern for an integer, with what it binds put into scope; `last` is one
    /// that takes everything.
    pub(super) fn pattern(&mut self, scalar: Scalar, last: bool) -> String {
        let [a, b] = [self.below(8), self.below(8)];
        let (low, high) = (a.min(b), a.max(b));
        let pattern = match self.below(9) {
            _ if last => match self.percent(70) {
                true => return "_".to_owned(),
                false => {
                    let name = self.name("m");
                    self.scope.push(super::scope::RustVariable::value(&name, Ty::Scalar(scalar)));
                    return name;
                }
            },
            0 => format!("{low}..={high}"),
            1 => format!("{low}..{}", high + 1),
            2 => format!("{a} | {b}"),
            3 => format!("{a} | {low}..={high}"),
            4 if scalar.is_signed() => format!("-{}..=-{low}", high + 1),
            5 if scalar.is_signed() => format!("-{a}"),
            6 => {
                let name = self.name("m");
                self.scope.push(super::scope::RustVariable::value(&name, Ty::Scalar(scalar)));
                let guard = self.integer(scalar, 0, true).operand();
                return format!("{name} if {name} {} {guard}", self.pick(&["<", ">", "==", ">="]));
            }
            7 => format!("{high}.."),
            _ => a.to_string(),
        };
        match self.percent(15) {
            true => format!("{pattern} if {}", self.boolean(0).text),
            false => pattern,
        }
    }

    /// `'label: { … break 'label value; … value }`.
    fn labelled_value(&mut self, ty: &Ty, depth: u32, fixed: bool) -> RustExpr {
        let label = self.name("'b");
        let value = Some(ty.clone());
        self.around.push(Around {
            label: label.clone(),
            is_loop: false,
            can_continue: false,
            value,
        });
        let mut is_fixed = false;
        let block = self.valued(|writer| {
            let condition = writer.boolean(depth).text;
            let early = writer.of_type_as(ty, depth, fixed);
            is_fixed = early.is_fixed;
            writer.line(&format!("if {condition} {{"));
            writer.line(&format!("    break {label} {};", early.operand()));
            writer.line("}");
            if depth > 0 {
                writer.statement(depth - 1);
            }
            writer.of_type_as(ty, depth, false)
        });
        self.around.pop();
        let is_fixed = self.joined(ty, is_fixed, block.is_fixed);
        RustExpr::operation(format!("{label}: {}", block.text), is_fixed)
    }

    /// `loop { … break value; }` with a counter that ends it.
    fn loop_value(&mut self, ty: &Ty, depth: u32, fixed: bool) -> RustExpr {
        let counter = self.name("turn");
        let label = self.name("'l");
        let turns = 1 + self.below(4);
        // Without blocks of its own, which could lead back into the loop.
        let ending = self.of_type_as(ty, 0, fixed);
        let is_fixed = ending.is_fixed;
        let block = self.valued(|writer| {
            writer.line(&format!("let mut {counter} = 0u32;"));
            writer.line(&format!("{label}: loop {{"));
            let value = Some(ty.clone());
            writer.around.push(Around {
                label: label.clone(),
                is_loop: true,
                can_continue: true,
                value,
            });
            writer.block(|writer| {
                writer.line(&format!("if {counter} >= {turns} {{"));
                writer.line(&format!("    break {};", ending.operand()));
                writer.line("}");
                writer.line(&format!("{counter} += 1;"));
                writer.statement(depth.saturating_sub(1));
            });
            writer.around.pop();
            RustExpr::atom("}", is_fixed)
        });
        RustExpr::operation(block.text, is_fixed)
    }

    /// Leaves what is around this place, if there is anything to leave.
    pub(super) fn leave(&mut self, depth: u32) {
        let condition = self.boolean(depth.min(1)).text;
        let leaves = self.exit(depth);
        let Some(leaves) = leaves else { return };
        self.line(&format!("if {condition} {{"));
        self.line(&format!("    {leaves}"));
        self.line("}");
    }

    pub(super) fn exit(&mut self, depth: u32) -> Option<String> {
        let count = self.around.len();
        if count > 0 && self.percent(80) {
            let number = self.choices.below(count);
            let around = self.around[number].clone();
            // A break without a label leaves the nearest loop, but must not stand in a
            // block with a label.
            let is_nearest = number + 1 == count;
            let label = match is_nearest && around.is_loop && self.percent(50) {
                true => String::new(),
                false => format!(" {}", around.label),
            };
            if around.can_continue && self.percent(40) {
                return Some(format!("continue{label};"));
            }
            return Some(match &around.value {
                None => format!("break{label};"),
                Some(ty) => {
                    let ty = ty.clone();
                    format!("break{label} {};", self.of_type(&ty, 0).operand())
                }
            });
        }
        if !self.can_return {
            return None;
        }
        let result = self.result.clone();
        Some(match &result {
            Ty::Tuple(members) if members.is_empty() => "return;".to_owned(),
            result => format!("return {};", self.of_type(result, depth.min(1)).text),
        })
    }
}
