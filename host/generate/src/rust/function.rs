//! Helpers: functions and methods.

use super::scope::{Lend, RustVariable};
use super::types::{BOOL, Ty, is_integer};
use super::writer::RustWriter;
use crate::choices::Choices;
use crate::types::{Scalar, member};

/// A function that can be called.
#[derive(Clone, Debug)]
pub(super) struct Helper {
    pub name: String,
    pub owner: Owner,
    pub generics: Vec<Generic>,
    /// Values come before what is lent, which must not be mentioned after it.
    pub params: Vec<Param>,
    pub result: Ty,
    pub has_loops: bool,
    pub is_unsafe: bool,
}

#[derive(Clone, Debug)]
pub(super) enum Owner {
    None,
    /// In a structure, without `self`.
    Associated(Ty),
    /// In a structure, with `self`: by value, or lent, and then whether `mut`.
    Method(Ty, Option<bool>),
}

/// A const parameter: a number from 1 to `most`, or a truth value if that is 1.
#[derive(Clone, Debug)]
pub(super) struct Generic {
    pub name: String,
    pub most: u32,
    pub is_usize: bool,
}

/// What a function is given.
#[derive(Clone, Debug)]
pub(super) enum Param {
    Value(Ty),
    /// `&T` or `&mut T`.
    Reference(Ty, bool),
    /// So many elements at least, `&[T]` or `&mut [T]`.
    Slice(Ty, u32, bool),
    /// So many elements at least, `*const T` or `*mut T`.
    Pointer(Ty, u32, bool),
}

impl<'a, C: Choices> RustWriter<'a, C> {
    /// Writes a helper that sees the constants and the helpers before it.
    pub(super) fn function(&mut self, globals: &[RustVariable]) {
        self.scope = globals.to_vec();
        let owner = self.owner();
        let generics = self.generics();
        let result = match self.percent(12) {
            true => Ty::Tuple(Vec::new()),
            false => self.any_type(1),
        };
        let mut written = self.receiver(&owner);
        let params = self.params(&mut written);
        let lends_pointers = params.iter().any(|param| matches!(param, Param::Pointer(..)));
        let is_unsafe = lends_pointers
            || self.declared.helpers.iter().any(|helper| helper.is_unsafe)
            || self.percent(20);
        let name = self.name("helper");
        let outer = std::mem::take(&mut self.body);
        self.result = result.clone();
        self.can_return = true;
        self.is_unsafe = is_unsafe;
        let inside = self.scope.len();
        for _ in 0..1 + self.below(3) {
            self.statement(self.grammar.depth.saturating_sub(1));
        }
        let is_unit = result == Ty::Tuple(Vec::new());
        let value = match is_unit {
            true => String::new(),
            false => self.of_type(&result, 2).text,
        };
        self.pin(inside);
        match (is_unit, self.percent(20)) {
            (true, _) => {}
            (false, true) => self.line(&format!("return {value};")),
            (false, false) => self.line(&value),
        }
        self.is_unsafe = true;
        let body = std::mem::replace(&mut self.body, outer);
        // What calls a function with loops has them too.
        let has_loops = ["loop {", "while ", "for "].iter().any(|word| body.contains(word))
            || self
                .declared
                .helpers
                .iter()
                .any(|helper| helper.has_loops && body.contains(&helper.name));
        let helper = Helper { name, owner, generics, params, result, has_loops, is_unsafe };
        self.declare(&helper, &written, &body);
        self.declared.helpers.push(helper);
    }

    /// Writes the item of a helper.
    fn declare(&mut self, helper: &Helper, written: &[String], body: &str) {
        let generics: Vec<String> = (helper.generics.iter())
            .map(|generic| {
                let ty = match (generic.most, generic.is_usize) {
                    (1, _) => "bool",
                    (_, true) => "usize",
                    (_, false) => "u32",
                };
                format!("const {}: {ty}", generic.name)
            })
            .collect();
        let generics = match generics.is_empty() {
            true => String::new(),
            false => format!("<{}>", generics.join(", ")),
        };
        let result = match (&helper.result, &helper.owner) {
            (Ty::Tuple(members), _) if members.is_empty() => String::new(),
            (ty, Owner::Associated(own)) if ty == own => " -> Self".to_owned(),
            (ty, _) => format!(" -> {}", ty.name()),
        };
        let keyword = if helper.is_unsafe { "unsafe fn" } else { "fn" };
        let inline = if self.percent(30) { "#[inline(always)]\n" } else { "" };
        let item = format!(
            "{inline}{keyword} {}{generics}({}){result} {{\n{body}}}\n",
            helper.name,
            written.join(", ")
        );
        self.items += &match &helper.owner {
            Owner::None => item,
            Owner::Associated(ty) | Owner::Method(ty, _) => {
                format!("impl {} {{\n{item}}}\n", ty.name())
            }
        };
    }

    fn owner(&mut self) -> Owner {
        if self.declared.structs.is_empty() || self.percent(65) {
            return Owner::None;
        }
        let known = self.declared.structs.clone();
        let ty = self.pick(&known);
        match self.below(4) {
            0 => Owner::Associated(ty),
            1 => Owner::Method(ty, None),
            2 => Owner::Method(ty, Some(false)),
            _ => Owner::Method(ty, Some(true)),
        }
    }

    /// Const parameters, put into scope.
    fn generics(&mut self) -> Vec<Generic> {
        let mut generics = Vec::new();
        if !self.percent(20) {
            return generics;
        }
        for _ in 0..1 + self.below(2) {
            let name = self.name("N");
            let (most, is_usize) = self.pick(&[(5, true), (5, true), (9, false), (1, false)]);
            self.scope.push(match (most, is_usize) {
                (1, _) => RustVariable::value(&name, BOOL),
                (_, true) => RustVariable::index(&name, most),
                _ => RustVariable::value(&name, Ty::Scalar(Scalar::U32)),
            });
            generics.push(Generic { name, most, is_usize });
        }
        generics
    }

    /// `self`, put into scope by its fields.
    fn receiver(&mut self, owner: &Owner) -> Vec<String> {
        let Owner::Method(Ty::Struct(_, fields), lent) = owner else { return Vec::new() };
        let is_changed = lent.is_none() && self.percent(30);
        let is_mutable = *lent == Some(true) || is_changed;
        for (index, ty) in fields.iter().enumerate() {
            let name = format!("self.{}", member(index));
            self.scope.push(RustVariable {
                lend: Lend::No,
                ..RustVariable::local(&name, ty.clone(), is_mutable)
            });
        }
        let written = match lent {
            None if is_changed => "mut self",
            None => "self",
            Some(false) => "&self",
            Some(true) => "&mut self",
        };
        vec![written.to_owned()]
    }

    fn params(&mut self, written: &mut Vec<String>) -> Vec<Param> {
        let mut params = Vec::new();
        for _ in 0..self.below(3) {
            let ty = self.any_type(1);
            let name = self.name("a");
            let is_mutable = self.percent(25);
            let keyword = if is_mutable { "mut " } else { "" };
            written.push(format!("{keyword}{name}: {}", ty.name()));
            self.scope.push(RustVariable::local(&name, ty.clone(), is_mutable));
            params.push(Param::Value(ty));
        }
        for _ in 0..self.below(3) {
            let param = self.lent_param();
            let name = self.name("r");
            let (text, variable) = match &param {
                Param::Value(_) => continue,
                Param::Reference(ty, mutable) => {
                    let keyword = if *mutable { "mut " } else { "" };
                    let variable = RustVariable {
                        text: format!("*{name}"),
                        lend: Lend::No,
                        ..RustVariable::local(&name, ty.clone(), *mutable)
                    };
                    (format!("&{keyword}{}", ty.name()), variable)
                }
                Param::Slice(ty, count, mutable) => {
                    let keyword = if *mutable { "mut " } else { "" };
                    let lend = if *mutable { Lend::No } else { Lend::Slice };
                    let place = format!("{name}[#]");
                    let variable = RustVariable::many(&name, &place, ty.clone(), *count, lend);
                    let variable = RustVariable { is_mutable: *mutable, ..variable };
                    (format!("&{keyword}[{}]", ty.name()), variable)
                }
                Param::Pointer(ty, count, mutable) => {
                    let keyword = if *mutable { "mut" } else { "const" };
                    let lend = Lend::Pointer(name.clone(), *mutable);
                    let place = format!("*{name}.add(#)");
                    let variable = RustVariable::many(&name, &place, ty.clone(), *count, lend);
                    (format!("*{keyword} {}", ty.name()), variable)
                }
            };
            written.push(format!("{name}: {text}"));
            self.scope.push(variable);
            params.push(param);
        }
        params
    }

    fn lent_param(&mut self) -> Param {
        let scalars: Vec<Scalar> =
            self.scalars().into_iter().filter(|scalar| *scalar != Scalar::Bool).collect();
        let scalar = self.pick(&scalars);
        let element = Ty::Scalar(scalar);
        let is_mutable = self.percent(50);
        let count = 1 + self.below(4);
        match self.below(6) {
            0 | 1 => Param::Reference(self.any_type(1), is_mutable),
            2 if is_integer(scalar) => Param::Slice(element, count, is_mutable),
            2 | 3 => Param::Slice(element, count, false),
            _ => Param::Pointer(element, count, is_mutable),
        }
    }
}
