//! Pointers that move, slices of slices, and vectors of 16 bytes.

use super::scope::{Lend, RustVariable};
use super::types::{F32, Ty};
use super::writer::RustWriter;
use crate::choices::Choices;
use crate::types::Scalar;

impl<'a, C: Choices> RustWriter<'a, C> {
    pub(super) fn pointers(&mut self) {
        match self.below(4) {
            0 | 1 if self.is_unsafe => self.walk(),
            2 if self.is_unsafe => self.wide_load(),
            _ => self.subslice(),
        }
    }

    /// A pointer that moves through memory, either way.
    fn walk(&mut self) {
        let scalars: Vec<Scalar> =
            self.scalars().into_iter().filter(|scalar| *scalar != Scalar::Bool).collect();
        let scalar = self.pick(&scalars);
        let ty = Ty::Scalar(scalar);
        let count = 2 + self.below(2);
        let hidden = self.lent.hidden.len();
        let pointer = self.lent_pointer(&ty, count, false);
        self.lent.hidden.truncate(hidden);
        let Some(pointer) = pointer else { return };
        let [p, k, sum] = ["p", "k", "sum"].map(|kind| self.name(kind));
        let is_forward = self.percent(60);
        let (start, step) = match is_forward {
            true => (pointer, self.pick(&[".add(1)", ".offset(1)", ".wrapping_add(1)"])),
            false => (format!("{pointer}.add({})", count - 1), ".wrapping_sub(1)"),
        };
        let zero = if scalar.is_float() { "0.0" } else { "0" };
        self.line(&format!("let mut {p} = {start};"));
        self.line(&format!("let mut {sum} = {zero};"));
        self.line(&format!("let mut {k} = 0;"));
        self.line(&format!("while {k} < {count} {{"));
        match scalar.is_float() {
            true => self.line(&format!("    {sum} += *{p};")),
            false => self.line(&format!("    {sum} = {sum} * 3 + *{p};")),
        }
        self.line(&format!("    {p} = {p}{step};"));
        self.line(&format!("    {k} += 1;"));
        self.line("}");
        if scalar.is_float() {
            let tamed = self.tame_text(scalar, &sum);
            self.line(&format!("{sum} = {tamed};"));
        }
        self.scope.push(RustVariable::local(&sum, ty, true));
    }

    /// Four numbers in one access, at a place that is a multiple of 16 bytes.
    fn wide_load(&mut self) {
        let known: Vec<RustVariable> = (self.visible().into_iter())
            .filter(|v| v.ty == F32 && v.limit == Some(super::kernel::INPUTS))
            .collect();
        if known.is_empty() {
            return self.subslice();
        }
        self.uses.insert("use crate::vector::Float4;");
        let variable = self.pick(&known);
        let pointer = match &variable.lend {
            Lend::Pointer(text, _) => text.clone(),
            _ => format!("{}.as_ptr()", variable.name),
        };
        let fours = match self.percent(50) {
            true => format!("({pointer} as *const Float4)"),
            false => format!("{pointer}.cast::<Float4>()"),
        };
        let index = self.usize_below(super::kernel::INPUTS / 4, 1).text;
        let [name, sum] = ["v", "sum"].map(|kind| self.name(kind));
        self.line(&format!("let mut {name} = Float4::load({fours}.add({index}));"));
        if self.percent(50)
            && let Some(other) = self.read(&Ty::Float4, true)
        {
            let tamed =
                self.tame_text(Scalar::F32, &format!("{name}.plus({}).sum()", other.operand()));
            self.line(&format!("let {sum} = {tamed};"));
        } else {
            let tamed = self.tame_text(Scalar::F32, &format!("{name}.sum()"));
            self.line(&format!("let {sum} = {tamed};"));
        }
        self.scope.push(RustVariable::local(&sum, F32, false));
        self.scope.push(RustVariable::local(&name, Ty::Float4, true));
    }

    /// A part of a slice, under a name of its own.
    fn subslice(&mut self) {
        let mut known = self.visible();
        known.retain(|v| v.lend == Lend::Slice && v.limit > Some(1));
        if known.is_empty() {
            return;
        }
        let slice = self.pick(&known);
        let limit = slice.limit.unwrap_or(2);
        let count = 1 + self.below(limit - 1);
        let name = self.name("part");
        let from = &slice.name;
        match self.below(3) {
            0 => self.line(&format!("let {name} = &{from}[{}..];", limit - count)),
            1 => self.line(&format!("let {name} = &{from}[..{count}];")),
            _ => {
                let start = self.usize_below(limit - count + 1, 1).operand();
                let begin = self.name("begin");
                self.line(&format!("let {begin} = {start};"));
                self.line(&format!("let {name} = &{from}[{begin}..{begin} + {count}];"));
            }
        }
        let place = match self.is_unsafe && self.percent(30) {
            true => format!("*{name}.get_unchecked(#)"),
            false => format!("{name}[#]"),
        };
        self.scope.push(RustVariable::many(&name, &place, slice.ty, count, Lend::Slice));
    }
}
