//! Loops, none of which turns often.

use super::scope::RustVariable;
use super::types::Ty;
use super::writer::{Around, RustWriter};
use crate::choices::Choices;
use crate::types::Scalar;

impl<'a, C: Choices> RustWriter<'a, C> {
    pub(super) fn repetition(&mut self, depth: u32) {
        match self.below(7) {
            0..=3 => self.for_loop(depth),
            4 | 5 => self.while_loop(depth),
            _ => self.endless_loop(depth),
        }
    }

    /// What opens a loop, with its label if it has one that is seen.
    fn open(&mut self, text: &str, can_continue: bool) -> (String, Around) {
        let label = self.name("'l");
        let around = Around { label: label.clone(), is_loop: true, can_continue, value: None };
        (format!("{label}: {text} {{"), around)
    }

    fn for_loop(&mut self, depth: u32) {
        let integers = self.integers();
        let ty = match self.percent(50) {
            true => Ty::Usize,
            false => Ty::Scalar(self.pick(&integers)),
        };
        let (range, most, is_fixed) = self.range(&ty);
        let name = self.name("k");
        let is_named = self.percent(90);
        let pattern = if is_named { name.as_str() } else { "_" };
        let (line, around) = self.open(&format!("for {pattern} in {range}"), true);
        self.line(&line);
        self.around.push(around);
        self.block(|writer| {
            if is_named {
                let is_pending = !is_fixed;
                let variable =
                    RustVariable { most, is_pending, ..RustVariable::value(&name, ty.clone()) };
                writer.scope.push(variable);
            }
            writer.body_of_loop(depth);
        });
        self.around.pop();
        self.line("}");
    }

    fn body_of_loop(&mut self, depth: u32) {
        for _ in 0..1 + self.below(2) {
            self.statement(depth - 1);
        }
        if self.percent(25) {
            self.leave(depth - 1);
        }
    }

    /// A range of few numbers, the largest of them, and whether its type is
    /// known.
    fn range(&mut self, ty: &Ty) -> (String, u32, bool) {
        let start = self.below(4);
        let mut most = start + self.below(5);
        let is_inclusive = self.percent(30);
        let dots = if is_inclusive { "..=" } else { ".." };
        let (from, to, is_fixed) = match ty {
            Ty::Usize => match self.percent(40) {
                true => {
                    let end = self.usize_fixed(7, 1);
                    most = most.max(7);
                    (start.to_string(), end.operand(), true)
                }
                false => (start.to_string(), most.to_string(), false),
            },
            Ty::Scalar(scalar) => self.bounds(*scalar, start, most, is_inclusive),
            _ => (start.to_string(), most.to_string(), false),
        };
        let range = format!("{from}{dots}{to}");
        let step = 1 + self.below(3);
        let step = match self.percent(80) {
            true => step.to_string(),
            false => format!("{} + 1", self.usize_below(3, 1).operand()),
        };
        // What knows its length has 32 bits at most and excludes its end.
        let is_sized = !matches!(ty, Ty::Scalar(Scalar::I64 | Scalar::U64)) && !is_inclusive;
        let text = match self.below(10) {
            0 | 1 => format!("({range}).rev()"),
            2 | 3 => format!("({range}).step_by({step})"),
            4 => format!("({range}).rev().step_by({step})"),
            5 if is_sized => format!("({range}).step_by({step}).rev()"),
            _ => range,
        };
        (text, most, is_fixed)
    }

    fn bounds(
        &mut self,
        scalar: Scalar,
        start: u32,
        most: u32,
        is_inclusive: bool,
    ) -> (String, String, bool) {
        let name = scalar.name();
        match self.below(8) {
            // The last numbers there are.
            0 if is_inclusive => (format!("({name}::MAX - {start})"), format!("{name}::MAX"), true),
            1 if scalar.is_signed() => (format!("-{start}"), most.to_string(), false),
            1 | 2 => {
                let end = self.integer(scalar, 1, true);
                (start.to_string(), format!("({} & 7)", end.operand()), true)
            }
            3 => {
                let first = self.integer(scalar, 1, true);
                let from = format!("({} & 3)", first.operand());
                (from, most.to_string(), true)
            }
            4 => (format!("{start}{name}"), most.to_string(), true),
            _ => (start.to_string(), most.to_string(), false),
        }
    }

    /// Declares a counter and returns it with its value, the condition under
    /// which there is another turn, and what counts one.
    fn counter(&mut self) -> (RustVariable, [String; 2]) {
        let name = self.name("k");
        let turns = 1 + self.below(5);
        let integers = self.integers();
        let ty = match self.percent(50) {
            true => Ty::Usize,
            false => Ty::Scalar(self.pick(&integers)),
        };
        let is_fixed = self.percent(20);
        let suffix = if is_fixed { ty.name() } else { String::new() };
        let (first, condition, step) = match self.below(4) {
            0 => (turns, format!("{name} > 0"), format!("{name} -= 1;")),
            1 => (1 << turns, format!("{name} != 0"), format!("{name} >>= 1;")),
            2 => (1, format!("{name} < {}", 1 << turns), format!("{name} *= 2;")),
            _ => (0, format!("{name} < {turns}"), format!("{name} += 1;")),
        };
        self.line(&format!("let mut {name} = {first}{suffix};"));
        let value = RustVariable { most: 1 << 6, ..RustVariable::value(&name, ty) };
        (RustVariable { is_pending: !is_fixed, ..value }, [condition, step])
    }

    fn while_loop(&mut self, depth: u32) {
        let (variable, [condition, step]) = self.counter();
        self.scope.push(variable);
        let is_first = self.percent(50);
        let condition = match self.percent(20) {
            true => {
                // Without blocks: a break in a condition would have no loop.
                let more = self.boolean(0).operand();
                format!("{condition} && {more}")
            }
            false => condition,
        };
        let (line, around) = self.open(&format!("while {condition}"), is_first);
        self.line(&line);
        self.around.push(around);
        self.block(|writer| {
            if is_first {
                writer.line(&step);
            }
            writer.body_of_loop(depth);
            if !is_first {
                writer.line(&step);
            }
        });
        self.around.pop();
        self.line("}");
    }

    fn endless_loop(&mut self, depth: u32) {
        let (variable, [condition, step]) = self.counter();
        self.scope.push(variable);
        let (line, around) = self.open("loop", true);
        self.line(&line);
        self.around.push(around);
        self.block(|writer| {
            writer.line(&format!("if !({condition}) {{"));
            writer.line("    break;");
            writer.line("}");
            writer.line(&step);
            writer.body_of_loop(depth);
        });
        self.around.pop();
        self.line("}");
    }
}
