//! Output of a program, written at its end, and how it is to be compared.

use crate::choices::Choices;
use crate::grammar::Feature;
use crate::program::Writer;
use crate::types::{COMPONENTS, Scalar, Type, member};

/// Words of output per thread and program. A store is what takes a software
/// adapter longest to compile, so there are few.
pub const SLOTS: u32 = 6;

/// Slots that are kept for results with a tolerance.
const TOLERANT: usize = 2;

/// How closely two machines must agree on a word.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Slot {
    /// In every bit.
    Exact,
    /// As floats; a zero has no sign.
    Float,
    /// As floats, by either of these differences.
    Near {
        /// In relation to the larger.
        relative: f32,
        absolute: f32,
    },
}

impl Slot {
    pub fn agree(self, a: u32, b: u32) -> bool {
        let (x, y) = (f32::from_bits(a), f32::from_bits(b));
        match self {
            Slot::Exact => a == b,
            Slot::Float => a == b || x == y,
            Slot::Near { relative, absolute } => {
                let difference = (x - y).abs();
                a == b || difference <= absolute.max(relative * x.abs().max(y.abs()))
            }
        }
    }
}

impl<'a, C: Choices> Writer<'a, C> {
    /// Writes all variables: some of them word by word, all that is exact into a
    /// last word.
    pub(crate) fn outputs(&mut self) {
        let mut leaves = Vec::new();
        for variable in self.scope.clone() {
            if variable.is_assignable() {
                flatten(&variable.ty, variable.name.clone(), &mut leaves);
            }
        }
        self.line("var digest = 0u;");
        for (text, scalar) in &leaves {
            let word = digest_word(text, *scalar);
            self.line(&format!("digest = (digest * 31u) ^ {word};"));
        }
        self.write_slot("digest", Slot::Exact);
        while self.slots.len() + 2 + TOLERANT <= SLOTS as usize && !leaves.is_empty() {
            let (text, scalar) = leaves.swap_remove(self.choices.below(leaves.len()));
            self.write_leaf(&text, scalar);
        }
        for _ in 0..TOLERANT {
            let (text, slot) = match self.below(2) {
                0 if self.has(Feature::Inexact) => self.inexact(),
                1 if self.has(Feature::Wild) => self.wild(),
                _ => continue,
            };
            self.write_slot(&format!("bitcast<u32>({text})"), slot);
        }
    }

    fn write_leaf(&mut self, text: &str, scalar: Scalar) {
        match scalar {
            Scalar::F32 => self.write_slot(&format!("bitcast<u32>({text})"), Slot::Float),
            Scalar::F16 | Scalar::F64 => {
                self.write_slot(&format!("bitcast<u32>(f32({text}))"), Slot::Float);
            }
            Scalar::I64 | Scalar::U64 => {
                self.write_slot(&format!("u32({text})"), Slot::Exact);
                self.write_slot(&format!("u32({text} >> 32u)"), Slot::Exact);
            }
            // WGSL has none of these.
            Scalar::I8 | Scalar::U8 | Scalar::I16 | Scalar::U16 => {}
            Scalar::Bool | Scalar::I32 | Scalar::U32 => {
                self.write_slot(&format!("u32({text})"), Slot::Exact);
            }
        }
    }

    fn write_slot(&mut self, word: &str, slot: Slot) {
        let place = self.number * SLOTS + self.slots.len() as u32;
        let stride = self.grammar.programs * SLOTS;
        self.line(&format!("output[t.me * {stride}u + {place}u] = {word};"));
        self.slots.push(slot);
    }
}

/// A word that shows all bits, so that the digest does too.
fn digest_word(text: &str, scalar: Scalar) -> String {
    match scalar {
        Scalar::I64 | Scalar::U64 => format!("(u32({text}) + 7u * u32({text} >> 32u))"),
        // Multiples of a sixteenth, so that nothing is lost.
        Scalar::F32 => format!("u32(i32({text} * 16.0))"),
        Scalar::F16 | Scalar::F64 => format!("u32(i32(f32({text}) * 16.0))"),
        Scalar::Bool | Scalar::I32 | Scalar::U32 => format!("u32({text})"),
        // WGSL has none of these.
        Scalar::I8 | Scalar::U8 | Scalar::I16 | Scalar::U16 => String::new(),
    }
}

/// All scalars of a value.
fn flatten(ty: &Type, text: String, leaves: &mut Vec<(String, Scalar)>) {
    match ty {
        Type::Scalar(scalar) => leaves.push((text, *scalar)),
        Type::Vector(size, scalar) => {
            for name in &COMPONENTS[..*size as usize] {
                leaves.push((format!("{text}.{name}"), *scalar));
            }
        }
        Type::Matrix(columns, rows) => {
            for column in 0..*columns {
                flatten(&Type::Vector(*rows, Scalar::F32), format!("{text}[{column}]"), leaves);
            }
        }
        Type::Array(element, length) => {
            for index in 0..*length {
                flatten(element, format!("{text}[{index}]"), leaves);
            }
        }
        Type::Struct(_, members) => {
            for (index, ty) in members.iter().enumerate() {
                flatten(ty, format!("{text}.{}", member(index)), leaves);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_agree_as_their_slot_says() {
        let check = |slot: Slot, a: f32, b: f32, expected| {
            assert_eq!(slot.agree(a.to_bits(), b.to_bits()), expected, "{slot:?} {a} {b}");
        };
        let near = Slot::Near { relative: 1e-3, absolute: 1e-2 };
        check(Slot::Exact, 0.0, -0.0, false);
        check(Slot::Float, 0.0, -0.0, true);
        check(Slot::Float, 1.0, 1.0 + f32::EPSILON, false);
        check(Slot::Float, f32::NAN, f32::NAN, true);
        check(near, 1000.0, 1000.9, true);
        check(near, 1000.0, 1001.2, false);
        check(near, 0.0, 0.009, true);
        check(near, 0.0, 0.011, false);
        check(near, f32::NAN, 0.0, false);
    }
}
