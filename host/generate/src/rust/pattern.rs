//! Patterns of every type: those that every value fits, those that some do, and
//! lists of patterns of which every value fits one.

use super::scope::{Lend, RustVariable};
use super::types::{Ty, is_integer};
use super::writer::RustWriter;
use crate::choices::Choices;
use crate::types::{Scalar, member};

/// A pattern and what it binds.
#[derive(Clone, Debug, Default)]
pub(super) struct Pattern {
    pub text: String,
    pub bound: Vec<RustVariable>,
}

/// What the names of a pattern stand for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Binds {
    /// The pattern has none.
    Nothing,
    Values,
    /// References, because a reference is taken apart.
    References,
    /// Those through which can be written.
    Changes,
}

impl Pattern {
    pub(super) fn plain(text: impl Into<String>) -> Pattern {
        Pattern { text: text.into(), bound: Vec::new() }
    }

    /// Several patterns as one, written by a function of their texts.
    fn of(parts: Vec<Pattern>, write: impl FnOnce(Vec<String>) -> String) -> Pattern {
        let (texts, bound): (Vec<String>, Vec<Vec<RustVariable>>) =
            parts.into_iter().map(|part| (part.text, part.bound)).unzip();
        Pattern { text: write(texts), bound: bound.concat() }
    }
}

impl<'a, C: Choices> RustWriter<'a, C> {
    /// A name for what is matched.
    pub(super) fn binding(&mut self, ty: &Ty, binds: Binds) -> Pattern {
        let name = self.name("m");
        let (text, variable) = match binds {
            Binds::Nothing => return Pattern::plain("_"),
            Binds::Values => {
                let is_mutable = self.percent(15);
                let keyword = if is_mutable { "mut " } else { "" };
                let variable = RustVariable::local(&name, ty.clone(), is_mutable);
                (format!("{keyword}{name}"), variable)
            }
            Binds::References | Binds::Changes => {
                let is_mutable = binds == Binds::Changes;
                let variable = RustVariable {
                    text: format!("*{name}"),
                    lend: Lend::No,
                    ..RustVariable::local(&name, ty.clone(), is_mutable)
                };
                (name, variable)
            }
        };
        Pattern { text, bound: vec![variable] }
    }

    /// A pattern that every value fits.
    pub(super) fn irrefutable(&mut self, ty: &Ty, depth: u32, binds: Binds) -> Pattern {
        if depth == 0 || self.percent(45) {
            return match self.percent(75) {
                true => self.binding(ty, binds),
                false => Pattern::plain("_"),
            };
        }
        self.destructured(ty, depth, binds, false)
    }

    /// A pattern that some values may fit, and perhaps all.
    pub(super) fn refutable(&mut self, ty: &Ty, depth: u32, binds: Binds) -> Pattern {
        if depth > 0 && binds != Binds::Nothing && self.percent(12) {
            let inner = self.refutable(ty, depth - 1, Binds::Nothing);
            let whole = self.binding(ty, binds);
            let text = format!("{} @ {}", whole.text, inner.text);
            return Pattern { text, bound: whole.bound };
        }
        if depth > 0 && self.percent(12) {
            let [a, b] = [(); 2].map(|()| self.refutable(ty, depth - 1, Binds::Nothing).text);
            return Pattern::plain(format!("({a} | {b})"));
        }
        match ty {
            Ty::Scalar(Scalar::Bool) => Pattern::plain(self.pick(&["true", "false"])),
            Ty::Scalar(scalar) if is_integer(*scalar) => {
                let text = self.numbers(*scalar);
                self.perhaps_named(text, ty, binds)
            }
            Ty::Usize => {
                let low = self.below(6);
                let text = match self.below(3) {
                    0 => low.to_string(),
                    1 => format!("{low}..={}", low + self.below(9)),
                    _ => format!("{low}.."),
                };
                self.perhaps_named(text, ty, binds)
            }
            Ty::Enum(..) | Ty::Option(_) | Ty::Result(..) => {
                let variants = ty.variants();
                let variant = self.pick(&variants);
                self.variant_pattern(&variant, depth, binds, true)
            }
            Ty::Tuple(_) | Ty::Struct(..) | Ty::Array(..) if depth > 0 => {
                self.destructured(ty, depth, binds, true)
            }
            _ => self.binding(ty, binds),
        }
    }

    /// Numbers, one after the other.
    fn numbers(&mut self, scalar: Scalar) -> String {
        let [a, b] = [self.below(12), self.below(12)];
        let (low, high) = (a.min(b), a.max(b));
        match self.below(7) {
            0 => format!("{low}..={high}"),
            1 => format!("{low}..{}", high + 1),
            2 => format!("({a} | {b})"),
            3 if scalar.is_signed() => format!("-{high}..={low}"),
            3 => format!("..{}", high + 1),
            4 => format!("{low}.."),
            5 => format!("({a} | {low}..={high} | 100..)"),
            _ => a.to_string(),
        }
    }

    fn perhaps_named(&mut self, text: String, ty: &Ty, binds: Binds) -> Pattern {
        if binds == Binds::Nothing || self.percent(70) {
            return Pattern::plain(text);
        }
        let name = self.binding(ty, binds);
        let text = match text.contains('|') || !text.contains("..") {
            true => format!("{} @ {text}", name.text),
            false => format!("{} @ ({text})", name.text),
        };
        Pattern { text, bound: name.bound }
    }

    fn part(&mut self, ty: &Ty, depth: u32, binds: Binds, is_refutable: bool) -> Pattern {
        let depth = depth.saturating_sub(1);
        match is_refutable && self.percent(60) {
            true => self.refutable(ty, depth, binds),
            false => self.irrefutable(ty, depth, binds),
        }
    }

    pub(super) fn variant_pattern(
        &mut self,
        variant: &super::types::Variant,
        depth: u32,
        binds: Binds,
        is_refutable: bool,
    ) -> Pattern {
        let path = variant.path.clone();
        if variant.fields.is_empty() {
            return Pattern::plain(path);
        }
        if self.percent(10) {
            return Pattern::plain(match variant.is_named {
                true => format!("{path} {{ .. }}"),
                false => format!("{path}(..)"),
            });
        }
        let parts: Vec<Pattern> = (variant.fields.iter())
            .map(|field| self.part(field, depth, binds, is_refutable))
            .collect();
        let is_named = variant.is_named;
        Pattern::of(parts, |texts| match is_named {
            false => format!("{path}({})", texts.join(", ")),
            true => {
                let named: Vec<String> = (texts.iter().enumerate())
                    .map(|(index, text)| format!("{}: {text}", member(index)))
                    .collect();
                format!("{path} {{ {} }}", named.join(", "))
            }
        })
    }

    /// A tuple, a structure or an array, part by part.
    fn destructured(&mut self, ty: &Ty, depth: u32, binds: Binds, is_refutable: bool) -> Pattern {
        match ty {
            Ty::Tuple(members) if members.len() > 1 => {
                let parts: Vec<Pattern> = (members.iter())
                    .map(|member| self.part(member, depth, binds, is_refutable))
                    .collect();
                let is_cut = self.percent(20);
                Pattern::of(parts, |texts| format!("({})", texts.join(", "))).cut(is_cut)
            }
            Ty::Struct(name, fields) => {
                let parts: Vec<Pattern> = (fields.iter())
                    .map(|field| self.part(field, depth, binds, is_refutable))
                    .collect();
                Pattern::of(parts, |texts| {
                    let named: Vec<String> = (texts.iter().enumerate())
                        .filter(|(_, text)| *text != "_")
                        .map(|(index, text)| format!("{}: {text}", member(index)))
                        .collect();
                    match named.is_empty() {
                        true => format!("{name} {{ .. }}"),
                        false => format!("{name} {{ {}, .. }}", named.join(", ")),
                    }
                })
            }
            Ty::Array(element, length) => {
                self.array_pattern(element, *length, depth, binds, is_refutable)
            }
            _ => self.binding(ty, binds),
        }
    }

    fn array_pattern(
        &mut self,
        element: &Ty,
        length: u32,
        depth: u32,
        binds: Binds,
        is_refutable: bool,
    ) -> Pattern {
        let kind = self.below(4);
        let written = if kind == 0 { length } else { self.below(length.min(3) + 1) };
        let parts: Vec<Pattern> = (0..written)
            .map(|_| self.part(element, depth, binds, is_refutable).in_parentheses())
            .collect();
        let rest = match kind {
            0 => return Pattern::of(parts, |texts| format!("[{}]", texts.join(", "))),
            1 if written < length => {
                let rest = Ty::Array(Box::new(element.clone()), length - written);
                let name = self.binding(&rest, binds);
                match binds {
                    Binds::Nothing => Pattern::plain(".."),
                    _ => Pattern { text: format!("{} @ ..", name.text), bound: name.bound },
                }
            }
            _ => Pattern::plain(".."),
        };
        let at = self.choices.below(parts.len() + 1);
        let mut parts = parts;
        parts.insert(at, rest);
        Pattern::of(parts, |texts| format!("[{}]", texts.join(", ")))
    }

    /// Patterns of which every value fits one.
    pub(super) fn cover(&mut self, ty: &Ty, depth: u32, binds: Binds) -> Vec<Pattern> {
        if depth == 0 || self.percent(15) {
            return vec![self.irrefutable(ty, depth, binds)];
        }
        match ty {
            Ty::Scalar(Scalar::Bool) => vec![Pattern::plain("false"), Pattern::plain("true")],
            Ty::Scalar(scalar) if is_integer(*scalar) && self.percent(60) => {
                let at = self.below(20);
                let mut covering = vec![format!("..={at}"), format!("{}..", at + 1)];
                if self.percent(40) {
                    covering.insert(1, format!("{}..={}", at + 1, at + 40));
                    covering[2] = format!("{}..", at + 41);
                }
                let patterns = covering.into_iter();
                patterns.map(|text| self.perhaps_named(text, ty, binds)).collect()
            }
            Ty::Enum(..) | Ty::Option(_) | Ty::Result(..) => {
                let mut covering = Vec::new();
                for variant in ty.variants() {
                    covering.extend(self.cover_variant(&variant, depth, binds));
                }
                // Their order is the writer's, since no two fit the same value.
                if self.percent(40) {
                    covering.reverse();
                }
                covering
            }
            Ty::Tuple(members) if members.len() > 1 => {
                self.cover_parts(members, depth, binds, |texts| format!("({})", texts.join(", ")))
            }
            _ => vec![self.irrefutable(ty, depth, binds)],
        }
    }

    fn cover_variant(
        &mut self,
        variant: &super::types::Variant,
        depth: u32,
        binds: Binds,
    ) -> Vec<Pattern> {
        if variant.fields.is_empty() || self.percent(50) {
            return vec![self.variant_pattern(variant, depth, binds, false)];
        }
        let (path, is_named) = (variant.path.clone(), variant.is_named);
        self.cover_parts(&variant.fields, depth, binds, |texts| match is_named {
            false => format!("{path}({})", texts.join(", ")),
            true => {
                let named: Vec<String> = (texts.iter().enumerate())
                    .map(|(index, text)| format!("{}: {text}", member(index)))
                    .collect();
                format!("{path} {{ {} }}", named.join(", "))
            }
        })
    }

    /// Tells one part apart, and takes the others as they are.
    fn cover_parts(
        &mut self,
        parts: &[Ty],
        depth: u32,
        binds: Binds,
        write: impl Fn(Vec<String>) -> String,
    ) -> Vec<Pattern> {
        let told = self.choices.below(parts.len());
        let covering = self.cover(&parts[told], depth - 1, binds);
        let mut found = Vec::new();
        for pattern in covering {
            let own: Vec<Pattern> = (parts.iter().enumerate())
                .map(|(index, part)| match index == told {
                    true => pattern.clone(),
                    false => self.irrefutable(part, depth - 1, binds),
                })
                .collect();
            found.push(Pattern::of(own, &write));
        }
        found
    }
}

impl Pattern {
    /// A range without an end could be taken for the rest of an array.
    fn in_parentheses(self) -> Pattern {
        match self.text.starts_with("..") || self.text.ends_with("..") {
            true => Pattern { text: format!("({})", self.text), bound: self.bound },
            false => self,
        }
    }

    /// A tuple's pattern whose last part is left out, if it binds nothing.
    fn cut(self, is_cut: bool) -> Pattern {
        match self.text.strip_suffix(", _)") {
            Some(rest) if is_cut => Pattern { text: format!("{rest}, ..)"), bound: self.bound },
            _ => self,
        }
    }
}
