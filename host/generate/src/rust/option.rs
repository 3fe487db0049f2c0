//! `Option` and `Result`: where they come from, what is asked of them, and `?`.

use super::closure::Item;
use super::scope::RustVariable;
use super::types::{RustExpr, Ty, is_integer};
use super::writer::RustWriter;
use crate::choices::Choices;
use crate::types::Scalar;

impl<'a, C: Choices> RustWriter<'a, C> {
    /// An enum's value, `Option` and `Result` among them.
    pub(super) fn sum_value(&mut self, ty: &Ty, depth: u32, fixed: bool) -> RustExpr {
        if depth == 0 || self.percent(35) || !self.spend() {
            return self.variant_value(ty, depth, fixed);
        }
        match ty {
            Ty::Option(of) => self.option_value(ty, of, depth - 1),
            Ty::Result(of, error) => self.result_value(ty, of, error, depth - 1),
            _ => self.variant_value(ty, depth, fixed),
        }
    }

    /// What `?` leaves the function with, if it can be left with nothing.
    fn questioned(&mut self, of: &Ty, depth: u32) -> Option<String> {
        if !self.can_return {
            return None;
        }
        let wrapped = match self.result.clone() {
            Ty::Option(_) => Ty::Option(Box::new(of.clone())),
            Ty::Result(_, error) => Ty::Result(Box::new(of.clone()), error),
            _ => return None,
        };
        Some(format!("{}?", self.of_type_as(&wrapped, depth, true).operand()))
    }

    /// An `Option` by way of another value.
    fn option_value(&mut self, ty: &Ty, of: &Ty, depth: u32) -> RustExpr {
        let text = match self.below(17) {
            14..=16 if self.may_iterate() => self.iterated_option(of, depth),
            0 | 1 => {
                let from = self.any_type(1);
                let value = self.optional(&from, depth);
                format!("{value}.map({})", self.closure(&[Item::Value(from)], of, depth))
            }
            2 => {
                let from = self.any_type(1);
                let value = self.optional(&from, depth);
                format!("{value}.and_then({})", self.closure(&[Item::Value(from)], ty, depth))
            }
            3 => {
                let value = self.optional(of, depth);
                let item = Item::Ref(Box::new(Item::Value(of.clone())));
                format!("{value}.filter({})", self.closure(&[item], &super::types::BOOL, depth))
            }
            4 => {
                let method = self.pick(&["or", "xor"]);
                let [a, b] = [(); 2].map(|()| self.optional(of, depth));
                format!("{a}.{method}({b})")
            }
            5 => {
                let value = self.optional(of, depth);
                format!("{value}.or_else({})", self.closure(&[], ty, depth))
            }
            6 => {
                let condition = self.boolean(depth).operand();
                format!("{condition}.then_some({})", self.of_type_as(of, depth, true).text)
            }
            7 => {
                let condition = self.boolean(depth).operand();
                format!("{condition}.then({})", self.closure(&[], of, depth))
            }
            8 => {
                let other = self.any_type(0);
                match self.percent(50) {
                    true => format!("{}.ok()", self.resulting(of, &other, depth)),
                    false => format!("{}.err()", self.resulting(&other, of, depth)),
                }
            }
            9 | 10 => match of {
                Ty::Scalar(scalar) if is_integer(*scalar) => self.checked(*scalar, depth),
                Ty::Tuple(members) if members.len() == 2 => {
                    let [a, b] = [0, 1].map(|index| self.optional(&members[index], depth));
                    format!("{a}.zip({b})")
                }
                _ => format!("{}.flatten()", self.optional(ty, depth)),
            },
            11 => match self.questioned(of, depth) {
                Some(value) => format!("Some({value})"),
                None => self.optional(of, depth),
            },
            12 => match self.element(of) {
                Some(text) => text,
                None => self.optional(of, depth),
            },
            _ => return self.variant_value(ty, depth, true),
        };
        RustExpr::atom(text, true)
    }

    /// An `Option` that a method can be asked of.
    pub(super) fn optional(&mut self, of: &Ty, depth: u32) -> String {
        self.of_type_as(&Ty::Option(Box::new(of.clone())), depth, true).operand()
    }

    fn resulting(&mut self, of: &Ty, error: &Ty, depth: u32) -> String {
        let ty = Ty::Result(Box::new(of.clone()), Box::new(error.clone()));
        self.of_type_as(&ty, depth, true).operand()
    }

    /// An element that may not be there.
    fn element(&mut self, of: &Ty) -> Option<String> {
        let (name, count) = self.listed(of)?;
        let copied = self.pick(&["copied", "cloned"]);
        Some(match self.below(5) {
            0 => format!("{name}.first().{copied}()"),
            1 => format!("{name}.last().{copied}()"),
            _ => {
                let index = self.usize_below(count + 3, 1).text;
                format!("{name}.get({index}).{copied}()")
            }
        })
    }

    /// An array or a slice by its name, and how many elements it has at least.
    pub(super) fn listed(&mut self, element: &Ty) -> Option<(String, u32)> {
        let mut found = Vec::new();
        for variable in self.visible() {
            match &variable.ty {
                Ty::Array(of, length) if **of == *element && variable.limit.is_none() => {
                    let is_plain = !variable.text.contains('*') && !variable.is_pending;
                    if is_plain {
                        found.push((variable.text.clone(), *length));
                    }
                }
                ty if *ty == *element && variable.lend == super::scope::Lend::Slice => {
                    found.push((variable.name.clone(), variable.limit.unwrap_or(1)));
                }
                _ => {}
            }
        }
        if found.is_empty() { None } else { Some(self.pick(&found)) }
    }

    /// Arithmetic that says when it does not fit.
    pub(super) fn checked(&mut self, scalar: Scalar, depth: u32) -> String {
        let a = self.integer(scalar, depth, true).operand();
        let methods = ["checked_add", "checked_sub", "checked_mul", "checked_div", "checked_rem"];
        match self.below(8) {
            0 => format!("{a}.checked_neg()"),
            1 => {
                let method = self.pick(&["checked_shl", "checked_shr"]);
                format!("{a}.{method}({})", self.integer(Scalar::U32, depth, false).text)
            }
            2 => format!("{a}.checked_pow({})", self.below(6)),
            _ => {
                let method = self.pick(&methods);
                format!("{a}.{method}({})", self.integer(scalar, depth, false).text)
            }
        }
    }

    fn result_value(&mut self, ty: &Ty, of: &Ty, error: &Ty, depth: u32) -> RustExpr {
        let text = match self.below(8) {
            0 => {
                let value = self.optional(of, depth);
                format!("{value}.ok_or({})", self.of_type_as(error, depth, true).text)
            }
            1 => {
                let value = self.optional(of, depth);
                format!("{value}.ok_or_else({})", self.closure(&[], error, depth))
            }
            2 => {
                let from = self.any_type(1);
                let value = self.resulting(&from, error, depth);
                format!("{value}.map({})", self.closure(&[Item::Value(from)], of, depth))
            }
            3 => {
                let from = self.any_type(0);
                let value = self.resulting(of, &from, depth);
                format!("{value}.map_err({})", self.closure(&[Item::Value(from)], error, depth))
            }
            4 => {
                let from = self.any_type(1);
                let value = self.resulting(&from, error, depth);
                format!("{value}.and_then({})", self.closure(&[Item::Value(from)], ty, depth))
            }
            5 => {
                let from = self.any_type(0);
                let value = self.resulting(of, &from, depth);
                format!("{value}.or_else({})", self.closure(&[Item::Value(from)], ty, depth))
            }
            6 => match self.questioned(of, depth) {
                Some(value) => format!("Ok::<{}, {}>({value})", of.name(), error.name()),
                None => return self.variant_value(ty, depth, true),
            },
            _ => return self.variant_value(ty, depth, true),
        };
        RustExpr::atom(text, true)
    }

    /// A value out of an `Option` or a `Result`.
    pub(super) fn unwrapped(&mut self, ty: &Ty, depth: u32) -> RustExpr {
        if self.percent(20)
            && let Some(value) = self.questioned(ty, depth)
        {
            return RustExpr::atom(value, true);
        }
        let text = match self.below(9) {
            0 | 1 => {
                let value = self.optional(ty, depth);
                format!("{value}.unwrap_or({})", self.of_type(ty, depth).text)
            }
            2 => {
                let value = self.optional(ty, depth);
                format!("{value}.unwrap_or_else({})", self.closure(&[], ty, depth))
            }
            3 if ty.has_default() && self.is_plain(ty) => {
                format!("{}.unwrap_or_default()", self.optional(ty, depth))
            }
            3..=5 => {
                let from = self.any_type(1);
                let value = self.optional(&from, depth);
                let otherwise = self.of_type(ty, depth).text;
                let closure = self.closure(&[Item::Value(from)], ty, depth);
                format!("{value}.map_or({otherwise}, {closure})")
            }
            6 => {
                let from = self.any_type(1);
                let value = self.optional(&from, depth);
                let otherwise = self.closure(&[], ty, depth);
                let closure = self.closure(&[Item::Value(from)], ty, depth);
                format!("{value}.map_or_else({otherwise}, {closure})")
            }
            7 => {
                let error = self.any_type(0);
                let value = self.resulting(ty, &error, depth);
                format!("{value}.unwrap_or({})", self.of_type(ty, depth).text)
            }
            _ => {
                let error = self.any_type(0);
                let value = self.resulting(ty, &error, depth);
                let closure = self.closure(&[Item::Value(error)], ty, depth);
                format!("{value}.unwrap_or_else({closure})")
            }
        };
        RustExpr::atom(text, true)
    }

    /// Whether nothing of it is a structure.
    fn is_plain(&self, ty: &Ty) -> bool {
        matches!(ty, Ty::Scalar(_) | Ty::Usize | Ty::Option(_))
    }

    /// A truth about a value that is no number.
    pub(super) fn asked(&mut self, depth: u32) -> RustExpr {
        let ty = self.any_type(1);
        let item = Item::Value(ty.clone());
        match self.below(8) {
            0 => {
                let method = self.pick(&["is_some", "is_none"]);
                RustExpr::atom(format!("{}.{method}()", self.optional(&ty, depth)), true)
            }
            1 => {
                let method = self.pick(&["is_some_and", "is_none_or"]);
                let value = self.optional(&ty, depth);
                let closure = self.closure(&[item], &super::types::BOOL, depth);
                RustExpr::atom(format!("{value}.{method}({closure})"), true)
            }
            2 => {
                let error = self.any_type(0);
                let method = self.pick(&["is_ok", "is_err"]);
                RustExpr::atom(format!("{}.{method}()", self.resulting(&ty, &error, depth)), true)
            }
            3 => {
                let error = self.any_type(0);
                let value = self.resulting(&ty, &error, depth);
                let closure = self.closure(&[item], &super::types::BOOL, depth);
                RustExpr::atom(format!("{value}.is_ok_and({closure})"), true)
            }
            4 => {
                let range = self.pick(&["(3..17)", "(2..=11)", "(..9)", "(5..)"]);
                let integers = self.integers();
                let scalar = self.pick(&integers);
                let value = self.integer(scalar, depth, true).operand();
                RustExpr::atom(format!("{range}.contains(&{value})"), true)
            }
            _ => {
                let compared = self.sum_type(1);
                if !compared.is_comparable() {
                    return self.boolean(0);
                }
                let a = self.of_type_as(&compared, depth, true).operand();
                let b = self.of_type(&compared, depth).operand();
                let operator = self.pick(&["==", "!="]);
                RustExpr::operation(format!("{a} {operator} {b}"), true)
            }
        }
    }

    /// Takes something out of an `Option` in a variable, or puts it there.
    pub(super) fn option_statement(&mut self, depth: u32) {
        let Some(place) = self.target(&|ty| matches!(ty, Ty::Option(_))) else {
            let ty = Ty::Option(Box::new(self.any_type(1)));
            let value = self.of_type_as(&ty, depth, false);
            let name = self.name("o");
            return self.declare_local(&name, ty, value);
        };
        let Ty::Option(of) = place.ty.clone() else { return };
        if place.is_pending {
            return;
        }
        let value = self.of_type(&of, depth.min(1));
        let text = self.place(&place, 0);
        let text = if text.starts_with('*') { format!("({text})") } else { text };
        let name = self.name("o");
        let (call, ty) = match self.below(4) {
            0 => (format!("{text}.take()"), Ty::Option(of)),
            1 => (format!("{text}.replace({})", value.text), Ty::Option(of)),
            2 => (format!("*{text}.insert({})", value.text), *of),
            _ => (format!("*{text}.get_or_insert({})", value.text), *of),
        };
        self.line(&format!("let {name} = {call};"));
        self.scope.push(RustVariable::local(&name, ty, false));
    }
}
