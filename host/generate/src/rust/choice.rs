//! `match`, `if let`, `while let` and `let else` with patterns of every type.

use super::pattern::{Binds, Pattern};
use super::scope::Lend;
use super::types::{RustExpr, Ty};
use super::writer::{Around, RustWriter};
use crate::choices::Choices;
use crate::types::Scalar;

impl<'a, C: Choices> RustWriter<'a, C> {
    /// A type whose values are worth telling apart.
    fn told_type(&mut self) -> Ty {
        match self.below(10) {
            0..=5 => self.sum_type(1),
            6 | 7 => {
                let members = (0..2 + self.below(2)).map(|_| self.any_type(1)).collect();
                Ty::Tuple(members)
            }
            _ => self.any_type(2),
        }
    }

    /// What is told apart, and what the names of patterns then stand for. A name that
    /// is lent for it is hidden.
    fn told(&mut self, ty: &Ty, depth: u32, can_change: bool) -> (String, Binds) {
        if self.percent(30) {
            if can_change
                && self.percent(50)
                && let Some(place) = self.lent_local(ty, true)
            {
                return (format!("&mut {place}"), Binds::Changes);
            }
            let hidden = self.lent.hidden.len();
            if let Some(place) = self.lent_local(ty, false) {
                // It may be read, but not changed.
                let lent: Vec<String> = self.lent.hidden.drain(hidden..).collect();
                self.lent.locked.extend(lent);
                return (format!("&{place}"), Binds::References);
            }
        }
        (self.of_type_as(ty, depth.min(1), true).operand(), Binds::Values)
    }

    /// Does something with what is lent, and gives it back.
    fn lending<R>(&mut self, content: impl FnOnce(&mut RustWriter<'a, C>) -> R) -> R {
        let (hidden, locked) = (self.lent.hidden.len(), self.lent.locked.len());
        let result = content(self);
        self.lent.hidden.truncate(hidden);
        self.lent.locked.truncate(locked);
        result
    }

    /// The arms of a `match`: some that may take a value, and then as many as it takes
    /// for all of them. The guards are written.
    fn arms(&mut self, ty: &Ty, binds: Binds) -> Vec<Pattern> {
        let mut arms = Vec::new();
        for _ in 0..self.below(3) {
            let mut pattern = match self.percent(20) {
                true => self.either(ty, binds),
                false => self.refutable(ty, 2, binds),
            };
            if self.percent(30) {
                let outside = self.scope.len();
                self.scope.extend(pattern.bound.clone());
                let frozen = std::mem::replace(&mut self.lent.frozen, self.scope.len());
                let guard = self.boolean(1).operand();
                self.lent.frozen = frozen;
                self.scope.truncate(outside);
                pattern.text += &format!(" if {guard}");
            }
            arms.push(pattern);
        }
        if self.percent(50) {
            arms.extend(self.cover(ty, 2, binds));
        } else {
            arms.push(self.irrefutable(ty, 1, binds));
        }
        arms
    }

    /// Two variants that hold the same, under one name.
    fn either(&mut self, ty: &Ty, binds: Binds) -> Pattern {
        let mut pairs = Vec::new();
        let variants = ty.variants();
        for (number, first) in variants.iter().enumerate() {
            for second in &variants[number + 1..] {
                let is_plain = !first.is_named && !second.is_named;
                if is_plain && first.fields == second.fields && first.fields.len() == 1 {
                    pairs.push((first.clone(), second.clone()));
                }
            }
        }
        if pairs.is_empty() {
            return self.refutable(ty, 2, binds);
        }
        let (first, second) = self.pick(&pairs);
        let inner = self.binding(&first.fields[0], binds);
        let text = format!("{}({}) | {}({})", first.path, inner.text, second.path, inner.text);
        Pattern { text, bound: inner.bound }
    }

    /// A `match` with a value.
    pub(super) fn chosen(&mut self, ty: &Ty, depth: u32, fixed: bool) -> RustExpr {
        let told = self.told_type();
        self.lending(|writer| {
            let (head, binds) = writer.told(&told, depth, false);
            let arms = writer.arms(&told, binds);
            let mut text = format!("match {head} {{\n");
            let indent = "    ".repeat(writer.indent + 1);
            let mut is_fixed = true;
            writer.indent += 1;
            for (number, arm) in arms.into_iter().enumerate() {
                let outside = writer.scope.len();
                writer.scope.extend(arm.bound);
                let value = match writer.percent(70) {
                    true => writer.of_type_as(ty, depth, fixed && number == 0),
                    false => writer.inner_block(ty, depth, fixed && number == 0),
                };
                writer.scope.truncate(outside);
                is_fixed = match number {
                    0 => value.is_fixed,
                    _ => writer.joined(ty, is_fixed, value.is_fixed),
                };
                text += &format!("{indent}{} => {},\n", arm.text, value.text);
            }
            writer.indent -= 1;
            text += &format!("{}}}", "    ".repeat(writer.indent));
            RustExpr::operation(text, is_fixed)
        })
    }

    /// A `match` for what it does.
    pub(super) fn choice(&mut self, depth: u32) {
        let told = self.told_type();
        self.lending(|writer| {
            let (head, binds) = writer.told(&told, depth, true);
            let arms = writer.arms(&told, binds);
            writer.line(&format!("match {head} {{"));
            writer.indent += 1;
            for arm in arms {
                let outside = writer.scope.len();
                writer.scope.extend(arm.bound);
                writer.line(&format!("{} => {{", arm.text));
                writer.statements(depth);
                writer.line("}");
                writer.scope.truncate(outside);
            }
            writer.indent -= 1;
            writer.line("}");
        });
    }

    /// What stands behind `if`: a pattern, perhaps with conditions around it.
    fn let_condition(&mut self, depth: u32, can_change: bool) -> (String, Pattern) {
        let told = self.told_type();
        let (head, binds) = self.told(&told, depth, can_change);
        let pattern = self.refutable(&told, 2, binds);
        let mut text = format!("let {} = {head}", pattern.text);
        if self.percent(15) {
            text = format!("{} && {text}", self.boolean(0).operand());
        }
        if self.percent(15) {
            let outside = self.scope.len();
            self.scope.extend(pattern.bound.clone());
            text = format!("{text} && {}", self.boolean(0).operand());
            self.scope.truncate(outside);
        }
        (text, pattern)
    }

    pub(super) fn if_let(&mut self, depth: u32) {
        self.lending(|writer| {
            let (condition, pattern) = writer.let_condition(depth, true);
            let outside = writer.scope.len();
            writer.line(&format!("if {condition} {{"));
            writer.scope.extend(pattern.bound);
            writer.statements(depth);
            writer.scope.truncate(outside);
            if writer.percent(50) {
                writer.line("} else {");
                writer.statements(depth);
            }
            writer.line("}");
        });
    }

    pub(super) fn if_let_value(&mut self, ty: &Ty, depth: u32, fixed: bool) -> RustExpr {
        self.lending(|writer| {
            let (condition, pattern) = writer.let_condition(depth, false);
            let outside = writer.scope.len();
            writer.scope.extend(pattern.bound);
            let first = writer.inner_block(ty, depth, fixed);
            writer.scope.truncate(outside);
            let last = writer.inner_block(ty, depth, false);
            let text = format!("if {condition} {} else {}", first.text, last.text);
            RustExpr::operation(text, writer.joined(ty, first.is_fixed, last.is_fixed))
        })
    }

    /// A loop that goes on while there is something, with fewer turns left each time.
    pub(super) fn while_let(&mut self, depth: u32) {
        let rest = self.name("rest");
        let label = self.name("'l");
        let left = self.name("left");
        let turns = 1 + self.below(5);
        let other = self.any_type(1);
        let carried = self.of_type_as(&other, 1, true).text;
        self.line(&format!("let mut {rest} = Some(({turns}u32, {carried}));"));
        let other_pattern = self.irrefutable(&other, 1, Binds::Values);
        let pattern = format!("Some(({left}, {}))", other_pattern.text);
        self.line(&format!("{label}: while let {pattern} = {rest} {{"));
        let can_continue = true;
        self.around.push(Around { label, is_loop: true, can_continue, value: None });
        self.block(|writer| {
            writer.scope.push(super::scope::RustVariable {
                lend: Lend::No,
                ..super::scope::RustVariable::local(&left, super::types::U32, false)
            });
            writer.scope.extend(other_pattern.bound);
            let next = writer.of_type_as(&other, 1, true).operand();
            writer.line(&format!(
                "{rest} = if {left} > 1 {{ Some(({left} - 1, {next})) }} else {{ None }};"
            ));
            for _ in 0..1 + writer.below(2) {
                writer.statement(depth - 1);
            }
        });
        self.around.pop();
        self.line("}");
    }

    pub(super) fn let_else(&mut self, depth: u32) {
        let told = self.told_type();
        let head = self.of_type_as(&told, depth.min(1), true);
        let Some(leave) = self.exit(0) else { return };
        let pattern = self.refutable(&told, 2, Binds::Values);
        // What ends with a brace needs parentheses here, and so does a lazy operator.
        self.line(&format!("let {} = {} else {{", pattern.text, head.operand()));
        self.line(&format!("    {leave}"));
        self.line("};");
        self.scope.extend(pattern.bound);
    }

    /// `matches!`.
    pub(super) fn matching(&mut self, depth: u32) -> RustExpr {
        let told = self.told_type();
        let head = self.of_type_as(&told, depth, true);
        let pattern = self.refutable(&told, 2, Binds::Values);
        if self.percent(30) {
            let outside = self.scope.len();
            self.scope.extend(pattern.bound);
            let frozen = std::mem::replace(&mut self.lent.frozen, self.scope.len());
            let guard = self.integer(Scalar::U32, 0, true).operand();
            self.lent.frozen = frozen;
            self.scope.truncate(outside);
            let text = format!("matches!({}, {} if {guard} > 3)", head.text, pattern.text);
            return RustExpr::atom(text, true);
        }
        RustExpr::atom(format!("matches!({}, {})", head.text, pattern.text), true)
    }
}
