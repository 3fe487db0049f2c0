//! Arrays and slices as wholes, and work on two places at once.

use super::scope::{Lend, PlaceExpr};
use super::types::{RustExpr, Ty, is_integer};
use super::writer::RustWriter;
use crate::choices::Choices;
use crate::types::Scalar;

impl<'a, C: Choices> RustWriter<'a, C> {
    /// An array in a variable of one's own that can be changed.
    pub(super) fn local_array(&mut self, wanted: &dyn Fn(&Ty) -> bool) -> Option<PlaceExpr> {
        let mut found = Vec::new();
        for variable in self.visible() {
            if variable.lend == Lend::Local && variable.is_mutable && !variable.is_pending {
                variable.parts(wanted, &mut found);
            }
        }
        found.retain(|place| place.limits.is_empty());
        if found.is_empty() { None } else { Some(self.pick(&found)) }
    }

    /// Changes an array as a whole.
    pub(super) fn array_statement(&mut self, depth: u32) {
        let wanted = |ty: &Ty| matches!(ty, Ty::Array(..));
        let Some(place) = self.local_array(&wanted) else {
            let element = self.scalar_type();
            let ty = Ty::Array(Box::new(element), 2 + self.below(4));
            let value = self.of_type_as(&ty, 1, true).text;
            let name = self.name("x");
            self.line(&format!("let mut {name} = {value};"));
            return self.scope.push(super::scope::RustVariable::local(&name, ty, true));
        };
        let Ty::Array(element, length) = place.ty.clone() else { return };
        let text = place.text.clone();
        let is_ordered = matches!(&*element, Ty::Scalar(scalar) if is_integer(*scalar));
        let line = match self.below(9) {
            0 | 1 => {
                let [a, b] = [(); 2].map(|()| self.usize_below(length, 1).text);
                format!("{text}.swap({a}, {b});")
            }
            2 => format!("{text}.reverse();"),
            3 => format!("{text}.fill({});", self.of_type(&element, depth.min(1)).text),
            4 => {
                let method = self.pick(&["rotate_left", "rotate_right"]);
                format!("{text}.{method}({});", self.below(length + 1))
            }
            5 if is_ordered => format!("{text}.sort_unstable();"),
            6 => {
                let from = self.of_type_as(&place.ty, 1, true).operand();
                format!("{text}.copy_from_slice(&{from});")
            }
            7 if length > 1 => {
                let at = 1 + self.below(length - 1);
                let [a, b] = ["left", "right"].map(|kind| self.name(kind));
                format!(
                    "{{ let ({a}, {b}) = {text}.split_at_mut({at}); \
                     core::mem::swap(&mut {a}[0], &mut {b}[0]); }}"
                )
            }
            _ => {
                let value = self.of_type(&element, depth.min(1)).text;
                let name = self.name("m");
                let method = self.pick(&["first_mut", "last_mut"]);
                format!("if let Some({name}) = {text}.{method}() {{ *{name} = {value}; }}")
            }
        };
        // What is named in an argument may be the array itself, which is lent already.
        let is_twice = line.matches(text.as_str()).count() > 1 && !line.starts_with('{');
        if !is_twice {
            self.line(&line);
        }
    }

    /// Two places of one type change what they hold, or one gets something new.
    pub(super) fn exchange(&mut self, depth: u32) {
        let ty = self.any_type(1);
        let hidden = self.lent.hidden.len();
        let first = self.lent_local(&ty, true);
        let second = self.lent_local(&ty, true);
        self.lent.hidden.truncate(hidden);
        let Some(first) = first else { return self.array_statement(depth) };
        let name = self.name("before");
        match (self.below(3), second) {
            (0, Some(second)) => {
                self.line(&format!("core::mem::swap(&mut {first}, &mut {second});"));
                return;
            }
            (1, _) if ty.has_default() => {
                self.line(&format!("let {name} = core::mem::take(&mut {first});"));
            }
            _ => {
                let root = first.split(['.', '[']).next().unwrap_or_default().to_owned();
                self.lent.hidden.push(root);
                let value = self.of_type(&ty, depth.min(1)).text;
                self.lent.hidden.truncate(hidden);
                self.line(&format!("let {name} = core::mem::replace(&mut {first}, {value});"));
            }
        }
        self.scope.push(super::scope::RustVariable::local(&name, ty, false));
    }

    /// A truth about an array or a slice.
    pub(super) fn list_truth(&mut self) -> Option<RustExpr> {
        let integers = self.integers();
        let scalar = self.pick(&integers);
        let ty = Ty::Scalar(scalar);
        let (name, count) = self.listed(&ty)?;
        let value = self.integer(scalar, 0, true).operand();
        Some(RustExpr::atom(
            match self.below(4) {
                0 => format!("{name}.contains(&{value})"),
                1 => format!("{name}.starts_with(&[{value}])"),
                2 => format!("{name}.is_empty()"),
                _ => format!("{name}[..{}].ends_with(&[{value}])", 1 + self.below(count)),
            },
            true,
        ))
    }

    /// A slice by its pattern.
    pub(super) fn slice_pattern(&mut self, ty: &Ty, depth: u32, fixed: bool) -> Option<RustExpr> {
        let integers = self.integers();
        let scalar = self.pick(&integers);
        let (name, count) = self.listed(&Ty::Scalar(scalar))?;
        let end = self.usize_below(count + 1, 1).text;
        let names: Vec<String> = (0..3).map(|_| self.name("m")).collect();
        let [a, b, rest] = [&names[0], &names[1], &names[2]];
        let low = self.below(9);
        let arms = match self.below(6) {
            4 => vec![
                (format!("[{a}] | [_, {a}]"), vec![a]),
                (format!("[{b}, .., _]"), vec![b]),
                ("[]".to_owned(), vec![]),
            ],
            5 => vec![
                (format!("[{low}, {a}, ..] | [.., {a}, {low}] | [{a}]"), vec![a]),
                ("_".to_owned(), vec![]),
            ],
            0 => vec![
                ("[]".to_owned(), vec![]),
                (format!("[{a}]"), vec![a]),
                (format!("[{a}, .., {b}]"), vec![a, b]),
            ],
            1 => vec![
                (format!("[{a}, {rest} @ ..] if {rest}.len() > 1"), vec![a]),
                (format!("[{a}]"), vec![a]),
                ("_".to_owned(), vec![]),
            ],
            2 => vec![
                (format!("[{low}, ..]"), vec![]),
                (format!("[.., {a}, {low}]"), vec![a]),
                (format!("[.., {b}]"), vec![b]),
                ("[]".to_owned(), vec![]),
            ],
            _ => vec![
                (format!("&[{a}, {b}]"), vec![a, b]),
                (format!("&[{a} @ 0..={low}, ..]"), vec![a]),
                ("_".to_owned(), vec![]),
            ],
        };
        let mut text = format!("match &{name}[..{end}] {{\n");
        let mut is_fixed = false;
        self.indent += 1;
        let indent = "    ".repeat(self.indent);
        for (number, (pattern, bound)) in arms.into_iter().enumerate() {
            let outside = self.scope.len();
            let stars = if pattern.starts_with('&') { "" } else { "*" };
            for name in bound {
                self.scope.push(super::scope::RustVariable {
                    text: format!("{stars}{name}"),
                    ..super::scope::RustVariable::value(name, Ty::Scalar(scalar))
                });
            }
            let value = self.of_type_as(ty, depth, fixed && number == 0);
            self.scope.truncate(outside);
            is_fixed = match number {
                0 => value.is_fixed,
                _ => self.joined(ty, is_fixed, value.is_fixed),
            };
            text += &format!("{indent}{pattern} => {},\n", value.text);
        }
        self.indent -= 1;
        text += &format!("{}}}", "    ".repeat(self.indent));
        Some(RustExpr::operation(text, is_fixed))
    }

    /// Integers' methods beyond those that every machine has.
    pub(super) fn library_method(&mut self, scalar: Scalar, depth: u32) -> String {
        let value = self.integer(scalar, depth, true).operand();
        let other = self.integer(scalar, depth, false).text;
        let name = scalar.name();
        match self.below(10) {
            0 => {
                let method = self.pick(&["overflowing_add", "overflowing_sub", "overflowing_mul"]);
                format!("{value}.{method}({other}).0")
            }
            1 => format!("{value}.saturating_mul({other})"),
            2 => format!("{value}.saturating_pow({})", self.below(5)),
            3 => format!("{value}.wrapping_pow({})", self.below(9)),
            4 => {
                let method = self.pick(&["wrapping_div", "wrapping_rem"]);
                let divisor = self.divisor(scalar, 0).text;
                format!("{value}.{method}({divisor})")
            }
            5 => {
                let method = self.pick(&["leading_ones", "trailing_ones"]);
                format!("({value}.{method}() as {name})")
            }
            6 => format!("({value} & {name}::MAX).isqrt()"),
            7 => format!("({value}.overflowing_add({other}).1 as {name})"),
            8 => {
                let function = self.pick(&["min", "max"]);
                format!("core::cmp::{function}({value}, {other})")
            }
            _ => format!("{value}.swap_bytes()"),
        }
    }
}
