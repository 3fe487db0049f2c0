//! Enums, with and without values: their items, values of them, and the word that
//! shows all of a value.

use super::types::{RustExpr, Ty, Variant, is_wide};
use super::writer::RustWriter;
use crate::choices::Choices;
use crate::types::{Scalar, member};

impl<'a, C: Choices> RustWriter<'a, C> {
    /// Declares an enum.
    pub(super) fn enumeration(&mut self) {
        let name = self.name("E");
        let is_plain = self.percent(35);
        let is_imported = self.percent(30);
        let is_counted = is_plain && self.percent(60);
        let mut written = Vec::new();
        let mut variants = Vec::new();
        let mut number = 0;
        for _ in 0..2 + self.below(3) {
            let variant = self.name("V");
            let count = if is_plain { 0 } else { self.pick(&[0, 1, 1, 2, 2, 3]) };
            let fields: Vec<Ty> = (0..count).map(|_| self.any_type(1)).collect();
            let is_named = count > 0 && self.percent(40);
            number += 1 + self.below(9);
            written.push(match (is_named, fields.is_empty()) {
                (_, true) if is_counted && self.percent(50) => format!("{variant} = {number}"),
                (_, true) => {
                    number += 1;
                    variant.clone()
                }
                (false, false) => {
                    let names: Vec<String> = fields.iter().map(Ty::name).collect();
                    format!("{variant}({})", names.join(", "))
                }
                (true, false) => {
                    let named: Vec<String> = (fields.iter().enumerate())
                        .map(|(index, ty)| format!("{}: {}", member(index), ty.name()))
                        .collect();
                    format!("{variant} {{ {} }}", named.join(", "))
                }
            });
            let path = if is_imported { variant } else { format!("{name}::{variant}") };
            variants.push(Variant { path, fields, is_named });
        }
        let ty = Ty::Enum(name.clone(), variants);
        let compared = if ty.is_comparable() { ", PartialEq" } else { "" };
        let repr = match is_plain {
            true => self.pick(&["", "#[repr(u32)]\n", "#[repr(u8)]\n", ""]),
            false => "",
        };
        self.items += &format!(
            "#[derive(Clone, Copy{compared})]\n{repr}enum {name} {{ {} }}\n",
            written.join(", ")
        );
        if is_imported {
            self.items += &format!("use {name}::*;\n");
        }
        if ty.size() <= 12 {
            self.declared.enums.push(ty);
        }
    }

    /// An enum, an `Option` or a `Result`.
    pub(super) fn sum_type(&mut self, depth: u32) -> Ty {
        let known = self.declared.enums.clone();
        match self.below(10) {
            0..=5 if !known.is_empty() => self.pick(&known),
            6 | 7 => {
                let of = self.any_type(depth.saturating_sub(1));
                let error = self.any_type(0);
                Ty::Result(Box::new(of), Box::new(error))
            }
            _ => Ty::Option(Box::new(self.any_type(depth.saturating_sub(1)))),
        }
    }

    /// A value of one of the variants.
    pub(super) fn variant_value(&mut self, ty: &Ty, depth: u32, fixed: bool) -> RustExpr {
        let variants = ty.variants();
        let variant = self.pick(&variants);
        let is_own = matches!(ty, Ty::Enum(..));
        let values: Vec<RustExpr> = (variant.fields.iter())
            .map(|field| self.of_type_as(field, depth, fixed && !is_own))
            .collect();
        let texts: Vec<String> = values.iter().map(|value| value.text.clone()).collect();
        // What the other variants hold cannot be seen from this one.
        let turbofish = match ty {
            Ty::Option(of) if fixed && texts.is_empty() => format!("::<{}>", of.name()),
            Ty::Result(of, error) if fixed => format!("::<{}, {}>", of.name(), error.name()),
            _ => String::new(),
        };
        let is_fixed = match ty {
            Ty::Enum(..) => true,
            Ty::Option(_) if !texts.is_empty() => values.iter().all(|value| value.is_fixed),
            _ => !turbofish.is_empty(),
        };
        let path = format!("{}{turbofish}", variant.path);
        match (texts.is_empty(), variant.is_named) {
            (true, _) => RustExpr::atom(path, is_fixed),
            (false, false) => RustExpr::atom(format!("{path}({})", texts.join(", ")), is_fixed),
            (false, true) => {
                let named: Vec<String> = (texts.iter().enumerate())
                    .map(|(index, text)| format!("{}: {text}", member(index)))
                    .collect();
                RustExpr::operation(format!("{path} {{ {} }}", named.join(", ")), is_fixed)
            }
        }
    }

    /// A word that depends on all of a value.
    pub(super) fn digest_word(&mut self, ty: &Ty, text: &str) -> String {
        match ty {
            Ty::Scalar(scalar) if scalar.is_float() => format!("({text} * 16.0) as i32 as u32"),
            Ty::Scalar(scalar) if is_wide(*scalar) => {
                format!("({text} as u32 + 7 * ({text} >> 32) as u32)")
            }
            Ty::Scalar(_) | Ty::Usize => format!("{text} as u32"),
            Ty::Closure(_) => "0".to_owned(),
            Ty::Enum(..) | Ty::Option(_) | Ty::Result(..) => self.digest_of_sum(ty, text),
            Ty::Array(element, length) => {
                let element = (**element).clone();
                let words = (0..*length).map(|at| (element.clone(), format!("{text}[{at}]")));
                self.digest_parts(words.collect())
            }
            _ => {
                let parts = ty.parts().into_iter();
                self.digest_parts(parts.map(|(part, ty)| (ty, format!("{text}{part}"))).collect())
            }
        }
    }

    fn digest_parts(&mut self, parts: Vec<(Ty, String)>) -> String {
        let mut words = String::from("7u32");
        for (ty, text) in parts {
            let word = self.digest_word(&ty, &text);
            words = format!("({words} * 5 ^ ({word}))");
        }
        words
    }

    fn digest_of_sum(&mut self, ty: &Ty, text: &str) -> String {
        let mut arms = Vec::new();
        for (number, variant) in ty.variants().into_iter().enumerate() {
            let names: Vec<String> = variant.fields.iter().map(|_| self.name("v")).collect();
            let pattern = match (names.is_empty(), variant.is_named) {
                (true, _) => variant.path.clone(),
                (false, false) => format!("{}({})", variant.path, names.join(", ")),
                (false, true) => {
                    let named: Vec<String> = (names.iter().enumerate())
                        .map(|(index, name)| format!("{}: {name}", member(index)))
                        .collect();
                    format!("{} {{ {} }}", variant.path, named.join(", "))
                }
            };
            let fields = variant.fields.into_iter().zip(names).collect();
            arms.push(format!("{pattern} => {number} + 3 * {}", self.digest_parts(fields)));
        }
        format!("(match {text} {{ {} }})", arms.join(", "))
    }

    /// The number of a variant of an enum without values.
    pub(super) fn discriminant(&mut self, scalar: Scalar) -> Option<RustExpr> {
        let plain: Vec<Ty> = (self.declared.enums.iter())
            .filter(|ty| ty.variants().iter().all(|variant| variant.fields.is_empty()))
            .cloned()
            .collect();
        if plain.is_empty() {
            return None;
        }
        let ty = self.pick(&plain);
        let value = self.of_type_as(&ty, 0, true);
        Some(RustExpr::operation(format!("{} as {}", value.operand(), scalar.name()), true))
    }
}
