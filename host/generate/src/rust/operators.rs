//! Operators of a program's own structures, with indices, defaults, conversions, constants of
//! types, and updates of a part.

use super::offer::Changing;
use super::scope::{Lend, RustVariable};
use super::types::{Ty, U32};
use super::writer::RustWriter;
use crate::choices::Choices;
use crate::types::member;

impl<'a, C: Choices> RustWriter<'a, C> {
    /// Gives the program's structures operators and conversions.
    pub(super) fn operators(&mut self, globals: &[RustVariable]) {
        for ty in self.declared.structs.clone() {
            let Ty::Struct(name, fields) = ty.clone() else { continue };
            if self.percent(50) {
                self.binary_operator(&ty, globals);
            }
            if self.percent(25) {
                self.unary_operator(&ty, globals);
            }
            if self.percent(30) {
                self.conversion(&ty, globals);
            }
            if self.percent(30) {
                self.indexed(&name, &fields);
            }
            if self.percent(30) {
                self.constants_of_type(&ty);
            }
            if ty.has_default() {
                self.offer(&ty, &[], format!("{name}::default()"));
                let part = self.choices.below(fields.len());
                let text = format!("({name} {{ {}: {{0}}, ..Default::default() }})", member(part));
                self.offer(&ty, &[&fields[part]], text);
            }
            let part = self.choices.below(fields.len());
            self.offer(
                &ty,
                &[&fields[part], &ty],
                format!("({name} {{ {}: {{0}}, ..{{1}} }})", member(part)),
            );
        }
    }

    /// What a function of an item sees: `self` and another value.
    fn seen(&self, globals: &[RustVariable], values: &[(&str, &Ty)]) -> Vec<RustVariable> {
        let mut seen = globals.to_vec();
        for (name, ty) in values {
            let own = RustVariable::local(name, (*ty).clone(), false);
            seen.push(RustVariable { lend: Lend::No, ..own });
        }
        seen
    }

    fn binary_operator(&mut self, ty: &Ty, globals: &[RustVariable]) {
        let name = ty.name();
        let (operator, declared, method) = self.pick(&[
            ("+", "Add", "add"),
            ("-", "Sub", "sub"),
            ("*", "Mul", "mul"),
            ("/", "Div", "div"),
            ("%", "Rem", "rem"),
            ("&", "BitAnd", "bitand"),
            ("|", "BitOr", "bitor"),
            ("^", "BitXor", "bitxor"),
            ("<<", "Shl", "shl"),
            (">>", "Shr", "shr"),
        ]);
        let other = if self.percent(60) { ty.clone() } else { self.scalar_type() };
        let result = if self.percent(80) { ty.clone() } else { self.scalar_type() };
        let seen = self.seen(globals, &[("self", ty), ("rhs", &other)]);
        let body = self.item_body(seen, &result, 2);
        let (of, out) = (other.name(), result.name());
        self.items += &format!(
            "impl core::ops::{declared}<{of}> for {name} {{\n    type Output = {out};\n    \
             fn {method}(self, rhs: {of}) -> {out} {body}\n}}\n"
        );
        self.offer(&result, &[ty, &other], format!("({{0}} {operator} {{1}})"));
        if self.percent(50) {
            let seen = self.seen(globals, &[("rhs", &other), ("before", ty)]);
            let body = self.item_body(seen, ty, 2);
            self.items += &format!(
                "impl core::ops::{declared}Assign<{of}> for {name} {{\n    \
                 fn {method}_assign(&mut self, rhs: {of}) {{\n        \
                 fn changed(before: {name}, rhs: {of}) -> {name} {body}\n        \
                 *self = changed(*self, rhs);\n    }}\n}}\n"
            );
            let text = format!("{{p}} {operator}= {{0}};");
            self.declared.changes.push(Changing { place: ty.clone(), operand: other, text });
        }
    }

    fn unary_operator(&mut self, ty: &Ty, globals: &[RustVariable]) {
        let (operator, declared, method) = self.pick(&[("-", "Neg", "neg"), ("!", "Not", "not")]);
        let seen = self.seen(globals, &[("self", ty)]);
        let body = self.item_body(seen, ty, 2);
        self.items += &format!(
            "impl core::ops::{declared} for {} {{\n    type Output = Self;\n    \
             fn {method}(self) -> Self {body}\n}}\n",
            ty.name()
        );
        self.offer(ty, &[ty], format!("({operator}{{0}})"));
    }

    fn conversion(&mut self, ty: &Ty, globals: &[RustVariable]) {
        let from = self.any_type(1);
        if from == *ty {
            return;
        }
        let seen = self.seen(globals, &[("value", &from)]);
        let body = self.item_body(seen, ty, 2);
        let (name, of) = (ty.name(), from.name());
        self.items += &format!(
            "impl From<{of}> for {name} {{\n    fn from(value: {of}) -> {name} {body}\n}}\n"
        );
        self.offer(ty, &[&from], format!("{name}::from({{0}})"));
        self.offer(ty, &[&from], format!("({{ let made: {name} = {{0}}.into(); made }})"));
        self.offer(ty, &[&from], format!("<{of} as Into<{name}>>::into({{0}})"));
    }

    /// A field, or an element of one that is an array, by a number.
    fn indexed(&mut self, name: &str, fields: &[Ty]) {
        let at = self.choices.below(fields.len());
        let element = fields[at].clone();
        let same: Vec<usize> =
            (0..fields.len()).filter(|other| fields[*other] == element).collect();
        let (element, [read, changed]) = match element {
            Ty::Array(of, length) if same.len() < 2 || self.percent(40) => {
                let path = format!("self.{}[at % {length}]", member(at));
                (*of, ["&", "&mut "].map(|by| format!("{by}{path}")))
            }
            element if same.len() > 1 => {
                let chosen = |by: &str| {
                    let (last, others) = same.split_last().unwrap_or((&0, &[]));
                    let mut arms = String::new();
                    for (number, other) in others.iter().enumerate() {
                        arms += &format!("{number} => {by}self.{}, ", member(*other));
                    }
                    let count = same.len();
                    format!("match at % {count} {{ {arms}_ => {by}self.{} }}", member(*last))
                };
                (element, [chosen("&"), chosen("&mut ")])
            }
            element => {
                let path = member(at).to_string();
                (element, ["&", "&mut "].map(|by| format!("{by}self.{path}")))
            }
        };
        let of = element.name();
        self.items += &format!(
            "impl core::ops::Index<usize> for {name} {{\n    type Output = {of};\n    \
             fn index(&self, at: usize) -> &{of} {{ {read} }}\n}}\n\
             impl core::ops::IndexMut<usize> for {name} {{\n    \
             fn index_mut(&mut self, at: usize) -> &mut {of} {{ {changed} }}\n}}\n"
        );
        let ty = Ty::Struct(name.to_owned(), fields.to_vec());
        self.offer(&element, &[&ty, &Ty::Usize], "({0})[{1}]");
        self.offer(&element, &[&ty, &Ty::Usize], "({ let own = {0}; own[{1}] })");
        let index = self.usize_below(4, 0).text;
        let text = format!("({{p}})[{index}] = {{0}};");
        self.declared.changes.push(Changing { place: ty, operand: element, text });
    }

    fn constants_of_type(&mut self, ty: &Ty) {
        let name = ty.name();
        let [number, list] = ["K", "LIST"].map(|kind| self.name(kind));
        let value = self.below(5000);
        self.items += &format!(
            "impl {name} {{\n    const {number}: u32 = {value};\n    \
             const {list}: [u32; 3] = [Self::{number} + 1, 7, Self::{number} * 2];\n    \
             const fn of_{list}(at: usize) -> u32 {{ Self::{list}[at % 3] }}\n}}\n"
        );
        self.offer(&U32, &[], format!("{name}::{number}"));
        self.offer(&U32, &[&Ty::Usize], format!("{name}::of_{list}({{0}})"));
        self.offer(&Ty::Array(Box::new(U32), 3), &[], format!("{name}::{list}"));
    }

    /// Functions that are computed by the compiler, what they are asked for, other
    /// names of types, and constants at a place of their own.
    pub(super) fn compiled(&mut self, globals: &mut Vec<RustVariable>) {
        if self.percent(30) {
            let [function, table] = ["mix", "TABLE"].map(|kind| self.name(kind));
            let (turns, factor, length) =
                (1 + self.below(9), 3 + self.below(90), 2 + self.below(5));
            self.items += &format!(
                "const fn {function}(seed: u32) -> u32 {{\n    let mut x = seed | 1;\n    let mut k = 0;\n    \
                 while k < {turns} {{\n        x = x.wrapping_mul({factor}) ^ (x >> 3);\n        \
                 if x % 7 == 3 {{ k += 2; continue; }}\n        k += 1;\n    }}\n    x\n}}\n\
                 const fn {function}_all() -> [u32; {length}] {{\n    let mut all = [0; {length}];\n    \
                 let mut at = 0;\n    while at < all.len() {{\n        all[at] = {function}(at as u32);\n        \
                 at += 1;\n    }}\n    all\n}}\nconst {table}: [u32; {length}] = {function}_all();\n"
            );
            let ty = Ty::Array(Box::new(U32), length);
            globals.push(RustVariable::value(&table, ty));
            self.declared.offers.push(super::offer::Offer {
                result: U32,
                operands: vec![U32],
                text: format!("{function}({{0}})"),
                is_atom: true,
                has_loops: true,
            });
        }
        if self.percent(25) {
            let name = self.name("FIXED");
            let length = 1 + self.below(5);
            let values: Vec<String> = (0..length).map(|_| self.below(99).to_string()).collect();
            let scalar = self.pick(&["u32", "i32"]);
            self.items +=
                &format!("static {name}: [{scalar}; {length}] = [{}];\n", values.join(", "));
            let element = if scalar == "u32" { U32 } else { super::types::I32 };
            globals.push(RustVariable::value(&name, Ty::Array(Box::new(element), length)));
        }
        if self.percent(25) {
            let [alias, function] = ["Alias", "same"].map(|kind| self.name(kind));
            let ty = self.any_type(2);
            self.items += &format!(
                "type {alias} = {};\nfn {function}(value: {alias}) -> {alias} {{ let own: {alias} = value; own }}\n",
                ty.name()
            );
            self.offer(&ty, &[&ty], format!("{function}({{0}})"));
        }
    }
}
