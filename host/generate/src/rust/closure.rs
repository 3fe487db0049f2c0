//! Closures: as arguments, in variables, with what they see by reference, by a
//! reference that changes it, and by value.

use super::pattern::{Binds, Pattern};
use super::scope::{Lend, RustVariable};
use super::types::{RustExpr, Signature, Ty, U32};
use super::writer::RustWriter;
use crate::choices::Choices;

/// What a closure is given, or an iterator yields.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Item {
    Value(Ty),
    /// A `usize` that never exceeds a number.
    Index(u32),
    /// A slice of so many elements.
    Slice(Ty, u32),
    Ref(Box<Item>),
    Pair(Box<Item>, Box<Item>),
}

impl<'a, C: Choices> RustWriter<'a, C> {
    /// A pattern for an item.
    pub(super) fn item_pattern(&mut self, item: &Item) -> Pattern {
        match item {
            Item::Value(ty) => self.irrefutable(ty, 1, Binds::Values),
            Item::Index(_) | Item::Slice(..) => self.item_name(item, 0),
            Item::Pair(first, second) => {
                let [first, second] = [first, second].map(|part| self.item_pattern(part));
                let bound = [first.bound, second.bound].concat();
                Pattern { text: format!("({}, {})", first.text, second.text), bound }
            }
            Item::Ref(inner) => match &**inner {
                Item::Slice(..) => self.item_name(inner, 0),
                // Behind a reference every name is one.
                Item::Pair(first, second) if self.percent(50) => {
                    let parts = [first, second].map(|part| Item::Ref(part.clone()));
                    let [first, second] = parts.map(|part| self.item_name(&part, 0));
                    let bound = [first.bound, second.bound].concat();
                    Pattern { text: format!("({}, {})", first.text, second.text), bound }
                }
                Item::Pair(..) => {
                    let inner = self.item_pattern(inner);
                    Pattern { text: format!("&{}", inner.text), bound: inner.bound }
                }
                _ if self.percent(50) => {
                    let inner = match &**inner {
                        Item::Ref(_) => self.item_pattern(inner),
                        inner => self.item_name(inner, 0),
                    };
                    Pattern { text: format!("&{}", inner.text), bound: inner.bound }
                }
                _ => self.item_name(item, 0),
            },
        }
    }

    /// A name for an item behind so many references.
    fn item_name(&mut self, item: &Item, references: usize) -> Pattern {
        let name = self.name("m");
        let text = format!("{}{name}", "*".repeat(references));
        let variable = match item {
            Item::Value(ty) => RustVariable {
                text,
                lend: Lend::No,
                ..RustVariable::local(&name, ty.clone(), false)
            },
            Item::Index(most) => RustVariable { text, ..RustVariable::index(&name, *most) },
            Item::Slice(ty, count) => {
                let place = format!("{name}[#]");
                let lend = if references == 0 { Lend::Slice } else { Lend::No };
                RustVariable::many(&name, &place, ty.clone(), *count, lend)
            }
            Item::Ref(inner) => return self.item_name(inner, references + 1),
            // Nothing is read of a pair that is not taken apart.
            Item::Pair(..) => return Pattern::plain("_"),
        };
        Pattern { text: name, bound: vec![variable] }
    }

    /// The text of a closure that is handed on where it stands.
    pub(super) fn closure(&mut self, items: &[Item], result: &Ty, depth: u32) -> String {
        let frozen = self.scope.len();
        self.closure_that(items, result, depth, frozen, None)
    }

    /// The text of a closure that changes none of the first variables, but one of
    /// that name.
    fn closure_that(
        &mut self,
        items: &[Item],
        result: &Ty,
        depth: u32,
        frozen: usize,
        changed: Option<&RustVariable>,
    ) -> String {
        let outside = self.scope.len();
        let patterns: Vec<Pattern> = items.iter().map(|item| self.item_pattern(item)).collect();
        let params: Vec<String> = patterns.iter().map(|pattern| pattern.text.clone()).collect();
        let kept = frozen.max(self.lent.frozen);
        let frozen = std::mem::replace(&mut self.lent.frozen, kept);
        let around = std::mem::take(&mut self.around);
        let outer = std::mem::replace(&mut self.result, result.clone());
        let can_return = std::mem::replace(&mut self.can_return, true);
        self.scope.extend(patterns.into_iter().flat_map(|pattern| pattern.bound));
        let is_block = changed.is_some() || (depth > 0 && self.percent(25));
        let body = match is_block {
            false => self.of_type_as(result, depth, true),
            true => self.valued(|writer| {
                if let Some(variable) = changed {
                    writer.change(variable);
                }
                if depth > 0 && writer.percent(60) {
                    writer.statement(depth - 1);
                }
                writer.of_type_as(result, depth.min(1), true)
            }),
        };
        self.scope.truncate(outside);
        self.lent.frozen = frozen;
        self.around = around;
        self.result = outer;
        self.can_return = can_return;
        let annotation = match is_block && self.percent(40) {
            true => format!(" -> {}", result.name()),
            false => String::new(),
        };
        let body = match annotation.is_empty() && !is_block {
            // A structure's braces would be taken for a block's.
            true => body.operand(),
            false => body.text,
        };
        format!("|{}|{annotation} {body}", params.join(", "))
    }

    /// Changes a variable that a closure holds.
    fn change(&mut self, variable: &RustVariable) {
        let value = self.of_type_as(&variable.ty, 1, false).operand();
        let operator = match &variable.ty {
            Ty::Scalar(scalar) if super::types::is_integer(*scalar) => {
                self.pick(&["+=", "^=", "-=", "="])
            }
            _ => "=",
        };
        self.line(&format!("{} {operator} {value};", variable.text));
    }

    /// Declares a closure, and perhaps a block in which it is used.
    pub(super) fn closure_statement(&mut self, depth: u32) {
        let name = self.name("g");
        let params: Vec<Ty> = (0..self.below(3)).map(|_| self.any_type(1)).collect();
        let result = self.any_type(1);
        let mut changed = self.visible();
        changed.retain(|v| v.is_mutable && v.lend == Lend::Local && !v.is_pending);
        changed.retain(|v| matches!(v.ty, Ty::Scalar(_) | Ty::Tuple(_) | Ty::Option(_)));
        let changed = match changed.is_empty() || self.percent(50) {
            true => None,
            false => Some(self.pick(&changed)),
        };
        let is_moved = self.percent(45);
        let hidden = self.lent.hidden.len();
        let locked = self.lent.locked.len();
        if is_moved {
            self.hide_what_cannot_be_copied();
        }
        let text = self.annotated(&params, &result, depth.min(2), changed.as_ref());
        self.lent.hidden.truncate(hidden);
        let is_changing = changed.is_some();
        let keyword = if is_changing { "mut " } else { "" };
        let signature = Signature { params, result, is_changing };
        let ty = Ty::Closure(Box::new(signature));
        let variable = RustVariable {
            lend: Lend::No,
            is_mutable: is_changing,
            ..RustVariable::local(&name, ty, is_changing)
        };
        if is_moved {
            self.line(&format!("let {keyword}{name} = move {text};"));
            self.scope.push(variable);
            return self.call_closure(depth);
        }
        // What it sees is lent to it for as long as it is used.
        self.line("{");
        self.block(|writer| {
            writer.line(&format!("let {keyword}{name} = {text};"));
            let seen: Vec<String> = (writer.visible().into_iter())
                .filter(|variable| mentions(&text, &variable.name))
                .map(|variable| variable.name)
                .collect();
            writer.lent.locked.extend(seen);
            writer.lent.hidden.extend(changed.map(|variable| variable.name));
            writer.scope.push(variable);
            writer.call_closure(depth);
            for _ in 0..1 + writer.below(2) {
                writer.statement(depth.min(1));
            }
        });
        self.lent.hidden.truncate(hidden);
        self.lent.locked.truncate(locked);
        self.line("}");
    }

    /// References through which can be written would go into a closure for good.
    fn hide_what_cannot_be_copied(&mut self) {
        let moved = |v: &&RustVariable| {
            v.lend == Lend::No && v.is_mutable
                || matches!(&v.ty, Ty::Closure(signature) if signature.is_changing)
        };
        let names: Vec<String> =
            self.scope.iter().filter(moved).map(|variable| variable.name.clone()).collect();
        self.lent.hidden.extend(names);
    }

    /// A closure whose parameters have types.
    fn annotated(
        &mut self,
        params: &[Ty],
        result: &Ty,
        depth: u32,
        changed: Option<&RustVariable>,
    ) -> String {
        let frozen = self.scope.len();
        let names: Vec<String> = params.iter().map(|_| self.name("a")).collect();
        let outside = self.scope.len();
        for (name, ty) in names.iter().zip(params) {
            self.scope.push(RustVariable::value(name, ty.clone()));
        }
        let text = self.closure_that(&[], result, depth, frozen, changed);
        self.scope.truncate(outside);
        let typed: Vec<String> =
            (names.iter().zip(params)).map(|(name, ty)| format!("{name}: {}", ty.name())).collect();
        text.replacen("||", &format!("|{}|", typed.join(", ")), 1)
    }

    /// Calls some closure and keeps the result.
    fn call_closure(&mut self, depth: u32) {
        let Some((call, ty)) = self.closure_call(&|_| true, depth.min(1)) else { return };
        let name = self.name("c");
        self.line(&format!("let {name} = {call};"));
        self.scope.push(RustVariable::local(&name, ty, false));
    }

    /// A call of a closure with a result that is wanted.
    fn closure_call(&mut self, wanted: &dyn Fn(&Ty) -> bool, depth: u32) -> Option<(String, Ty)> {
        let mut known = Vec::new();
        for variable in self.visible() {
            if let Ty::Closure(signature) = &variable.ty
                && wanted(&signature.result)
                && (!signature.is_changing || variable.is_mutable)
            {
                known.push((variable.text.clone(), signature.clone()));
            }
        }
        if known.is_empty() || !self.spend() {
            return None;
        }
        let (name, signature) = self.pick(&known);
        let hidden = self.lent.hidden.len();
        self.lent.hidden.push(name.clone());
        let arguments: Vec<String> =
            signature.params.iter().map(|ty| self.of_type(ty, depth).text).collect();
        self.lent.hidden.truncate(hidden);
        Some((format!("{name}({})", arguments.join(", ")), signature.result))
    }

    /// A value that a closure returns: one in a variable, or one that is handed to a
    /// function.
    pub(super) fn called(&mut self, ty: &Ty, depth: u32) -> RustExpr {
        if self.percent(60)
            && let Some((call, _)) = self.closure_call(&|found| found == ty, depth)
        {
            return RustExpr::atom(call, true);
        }
        self.applied(ty, depth)
    }

    /// A function that takes a closure, called with one.
    fn applied(&mut self, ty: &Ty, depth: u32) -> RustExpr {
        let param = self.any_type(1);
        let (p, r) = (param.name(), ty.name());
        let kind = self.below(6);
        let (item, bounds, body) = match kind {
            0 => ("", format!("f: impl Fn({p}) -> {r}, a: {p}, _: u32"), "f(a)".to_owned()),
            1 => ("<A: Copy, B>", "f: impl Fn(A) -> B, a: A, _: u32".to_owned(), "f(a)".to_owned()),
            2 => (
                "<F>",
                format!("f: F, a: {p}, n: u32"),
                "if n > 1 { let g = &f; g(a) } else { f(a) }".to_owned(),
            ),
            3 => (
                "<A: Copy, B, F: FnMut(A) -> B>",
                "mut f: F, a: A, n: u32".to_owned(),
                "let mut last = f(a); for _ in 0..n & 3 { last = f(a); } last".to_owned(),
            ),
            4 => ("<A, B>", "f: impl FnOnce(A) -> B, a: A, _: u32".to_owned(), "f(a)".to_owned()),
            _ => {
                ("<A: Copy, B>", "f: &impl Fn(A) -> B, a: A, _: u32".to_owned(), "f(a)".to_owned())
            }
        };
        let name = self.name("apply");
        let result = if bounds.contains(&p) && item != "<A, B>" && !item.contains('B') {
            r
        } else {
            "B".to_owned()
        };
        let clause = match kind {
            2 => format!(" where F: Fn({p}) -> {result}"),
            _ => String::new(),
        };
        self.items += &format!("fn {name}{item}({bounds}) -> {result}{clause} {{ {body} }}\n");
        // Behind a reference its parameter's type is not known from the function.
        let closure = match kind {
            5 => format!("&{}", self.annotated(std::slice::from_ref(&param), ty, depth, None)),
            _ => self.function_or_closure(&param, ty, depth),
        };
        let argument = self.of_type_as(&param, depth, true).text;
        let count = self.of_type(&U32, 0).text;
        RustExpr::atom(format!("{name}({closure}, {argument}, {count})"), true)
    }

    /// Something that can be called: a function by its name, or a closure.
    fn function_or_closure(&mut self, param: &Ty, result: &Ty, depth: u32) -> String {
        use super::function::{Owner, Param};
        let fit: Vec<String> = (self.declared.helpers.iter())
            .filter(|helper| matches!(helper.owner, Owner::None) && helper.generics.is_empty())
            .filter(|helper| !helper.is_unsafe && helper.result == *result && !helper.has_loops)
            .filter(|helper| matches!(&helper.params[..], [Param::Value(ty)] if ty == param))
            .map(|helper| helper.name.clone())
            .collect();
        match fit.is_empty() || self.percent(30) {
            true => {
                let hidden = self.lent.hidden.len();
                let is_moved = self.percent(20);
                if is_moved {
                    self.hide_what_cannot_be_copied();
                }
                let text = self.closure(&[Item::Value(param.clone())], result, depth);
                self.lent.hidden.truncate(hidden);
                if is_moved { format!("move {text}") } else { text }
            }
            false => self.pick(&fit),
        }
    }
}

/// Whether a text names something.
pub(super) fn mentions(text: &str, name: &str) -> bool {
    let is_word = |c: Option<char>| c.is_some_and(|c| c.is_alphanumeric() || c == '_');
    text.match_indices(name).any(|(at, _)| {
        !is_word(text[..at].chars().next_back()) && !is_word(text[at + name.len()..].chars().next())
    })
}
