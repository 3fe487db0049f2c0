//! Constants, structures, and functions that bring floats back into reach.

use super::scope::RustVariable;
use super::types::{BOOL, F32, I32, Ty, U32};
use super::writer::RustWriter;
use crate::choices::Choices;
use crate::types::{Scalar, member};

impl<'a, C: Choices> RustWriter<'a, C> {
    /// Declares some constants and returns them.
    pub(super) fn constants(&mut self) -> Vec<RustVariable> {
        let mut globals = Vec::new();
        for _ in 0..self.below(4) {
            let name = self.name("C");
            let value = 1 + self.below(6);
            let (ty, text, variable) = match self.below(6) {
                0 | 1 => {
                    let first = self.declared.lengths.first().cloned();
                    let (text, value) = match first {
                        Some((other, least)) if self.percent(40) => {
                            (format!("{other} * 2 - {least}"), least)
                        }
                        _ => (value.to_string(), value),
                    };
                    self.declared.lengths.push((name.clone(), value));
                    (Ty::Usize, text, RustVariable::index(&name, value))
                }
                2 => (U32, format!("{value} << 20 | 5"), RustVariable::value(&name, U32)),
                3 => (I32, format!("-{value} * 1000 + 7"), RustVariable::value(&name, I32)),
                4 => (F32, format!("-{value}.25 * 2.0"), RustVariable::value(&name, F32)),
                _ => {
                    let ty = Ty::Array(Box::new(U32), 3);
                    (ty.clone(), format!("[{value}, 7, u32::MAX]"), RustVariable::value(&name, ty))
                }
            };
            self.items += &format!("const {name}: {} = {text};\n", ty.name());
            globals.push(variable);
        }
        if self.percent(15) {
            let name = self.name("C");
            self.items += &format!("const {name}: bool = 3 > 2;\n");
            globals.push(RustVariable::value(&name, BOOL));
        }
        globals
    }

    pub(super) fn structures(&mut self) {
        for _ in 0..self.below(3) {
            let fields: Vec<Ty> = (0..1 + self.below(4)).map(|_| self.any_type(1)).collect();
            let ty = self.structure_of(fields);
            // A structure with itself inside would have no end; the others may
            // hold it.
            self.declared.structs.push(ty);
        }
        for _ in 0..self.below(3) {
            self.enumeration();
        }
    }

    /// Declares a structure with these fields.
    pub(super) fn structure_of(&mut self, fields: Vec<Ty>) -> Ty {
        let name = self.name("S");
        let written: Vec<String> = (fields.iter().enumerate())
            .map(|(index, ty)| format!("{}: {}", member(index), ty.name()))
            .collect();
        let ty = Ty::Struct(name.clone(), fields);
        let mut derived = String::from("Clone, Copy");
        if ty.is_comparable() {
            derived += ", PartialEq";
        }
        if ty.has_default() {
            derived += ", Default";
        }
        self.items += &format!(
            "#[derive({derived})]\n#[repr(C)]\nstruct {name} {{ {} }}\n",
            written.join(", ")
        );
        ty
    }

    /// The functions that bring floats back into reach, as far as they are used:
    /// multiples of a sixteenth below 64.
    pub(super) fn tames(&self) -> String {
        let mut text = String::new();
        for name in &self.tamed {
            text += &format!(
                "fn tame_{name}(x: {name}) -> {name} {{\n    \
                 ((x * 16.0) as i32 % 1024) as {name} * 0.0625\n}}\n"
            );
        }
        text
    }

    /// Scalars that can lie in a buffer.
    pub(super) fn stored(&mut self) -> Ty {
        let scalars: Vec<Scalar> =
            self.scalars().into_iter().filter(|scalar| *scalar != Scalar::Bool).collect();
        Ty::Scalar(self.pick(&scalars))
    }
}
