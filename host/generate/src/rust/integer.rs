//! Integers, which wrap around.

use super::types::{BOOL, RustExpr, Ty, bytes, is_integer, is_narrow};
use super::writer::RustWriter;
use crate::choices::Choices;
use crate::types::Scalar;

/// Numbers with which arithmetic goes wrong.
const AWKWARD: [u64; 10] =
    [0, 1, 31, 32, 33, 0x7fff_ffff, 0x8000_0000, 0xffff_ffff, 0x8000_0000_0000_0000, u64::MAX];

/// Whether this is a pointer that was moved, and not a reference.
pub(super) fn is_pointer(text: &str) -> bool {
    text.split('(').next().is_some_and(|name| name.ends_with(".add"))
}

impl<'a, C: Choices> RustWriter<'a, C> {
    /// A value of an integer type; if `fixed`, one whose type is known without
    /// what stands around it.
    pub(super) fn integer(&mut self, scalar: Scalar, depth: u32, fixed: bool) -> RustExpr {
        if depth == 0 || !self.spend() {
            return self.integer_leaf(scalar, fixed);
        }
        match self.below(28) {
            25..=27 => (self.offered(&Ty::Scalar(scalar), depth))
                .unwrap_or_else(|| self.integer_leaf(scalar, fixed)),
            20..=22 if self.may_iterate() => self.iterated_integer(scalar, depth - 1),
            23 => RustExpr::atom(self.library_method(scalar, depth - 1), true),
            24 => self.discriminant(scalar).unwrap_or_else(|| self.integer_leaf(scalar, fixed)),
            0..=4 => self.integer_binary(scalar, depth, fixed),
            5 => self.quotient(scalar, depth, fixed),
            6 | 7 => self.shift(scalar, depth, fixed),
            8 => self.integer_unary(scalar, depth, fixed),
            9 | 10 => self.integer_cast(scalar, depth),
            11..=13 => self.integer_method(scalar, depth),
            14 | 15 => self.branching(&Ty::Scalar(scalar), depth, fixed),
            16 => self
                .call_of(&Ty::Scalar(scalar), depth)
                .unwrap_or_else(|| self.integer_leaf(scalar, fixed)),
            _ => self.integer_leaf(scalar, fixed),
        }
    }

    pub(super) fn integer_leaf(&mut self, scalar: Scalar, fixed: bool) -> RustExpr {
        if self.percent(75)
            && let Some(place) = self.read(&Ty::Scalar(scalar), fixed)
        {
            return place;
        }
        self.integer_literal(scalar, fixed)
    }

    /// What a variable, or a part of one, holds.
    pub(super) fn read(&mut self, ty: &Ty, fixed: bool) -> Option<RustExpr> {
        let mut places = self.places(&|found| found == ty, false);
        places.retain(|place| !(fixed && place.is_pending));
        if places.is_empty() {
            return None;
        }
        let place = self.pick(&places);
        let depth = self.below(2);
        let text = self.place(&place, depth);
        let text = match text.strip_prefix('*') {
            Some(pointer) if is_pointer(pointer) && self.percent(20) => {
                format!("{pointer}.read()")
            }
            _ => text,
        };
        let is_atom = !text.starts_with('*');
        Some(RustExpr { is_atom, ..RustExpr::atom(text, !place.is_pending) })
    }

    pub(super) fn integer_literal(&mut self, scalar: Scalar, fixed: bool) -> RustExpr {
        let name = scalar.name();
        if self.percent(6) {
            let limit = self.pick(&["MAX", "MIN", "BITS"]);
            return match limit {
                "BITS" => RustExpr::operation(format!("{name}::BITS as {name}"), true),
                _ => RustExpr::atom(format!("{name}::{limit}"), true),
            };
        }
        let value = match self.percent(25) {
            true => self.pick(&AWKWARD),
            false => u64::from(self.below(20)),
        };
        // The largest number that is written plainly; what is more wraps.
        let text = match scalar {
            Scalar::I32 => (value as i32).to_string(),
            Scalar::U32 => (value as u32).to_string(),
            Scalar::I64 => (value as i64).to_string(),
            // The bits in the middle are awkward for the narrow ones as well.
            Scalar::I8 => ((value ^ value >> 24) as i8).to_string(),
            Scalar::U8 => ((value ^ value >> 24) as u8).to_string(),
            Scalar::I16 => ((value ^ value >> 16) as i16).to_string(),
            Scalar::U16 => ((value ^ value >> 16) as u16).to_string(),
            _ => value.to_string(),
        };
        let is_fixed = fixed || self.percent(20);
        let suffix = match is_fixed {
            true => name,
            false => "",
        };
        let text = match (scalar, self.below(12)) {
            (Scalar::U32 | Scalar::U64, 0) => format!("{value:#x}", value = value & 0xffff_ffff),
            (Scalar::U32 | Scalar::U64, 1) => format!("{:#b}", value & 0xff),
            (_, 2) if text.len() > 4 && !text.starts_with('-') => {
                format!("{}_{}", &text[..text.len() - 3], &text[text.len() - 3..])
            }
            _ => text,
        };
        let is_atom = !text.starts_with('-');
        RustExpr { is_atom, ..RustExpr::atom(format!("{text}{suffix}"), is_fixed) }
    }

    fn integer_binary(&mut self, scalar: Scalar, depth: u32, fixed: bool) -> RustExpr {
        let left = self.integer(scalar, depth - 1, fixed);
        let right = self.integer(scalar, depth - 1, false);
        let operator = self.pick(&["+", "-", "*", "&", "|", "^"]);
        let is_fixed = left.is_fixed || right.is_fixed;
        RustExpr::operation(format!("{} {operator} {}", left.operand(), right.operand()), is_fixed)
    }

    /// A quotient or remainder whose divisor is neither 0 nor -1.
    fn quotient(&mut self, scalar: Scalar, depth: u32, fixed: bool) -> RustExpr {
        let left = self.integer(scalar, depth - 1, fixed);
        let operator = self.pick(&["/", "%"]);
        let divisor = self.divisor(scalar, depth - 1);
        let is_fixed = left.is_fixed || divisor.is_fixed;
        RustExpr::operation(
            format!("{} {operator} {}", left.operand(), divisor.operand()),
            is_fixed,
        )
    }

    /// A number that is neither 0 nor -1.
    pub(super) fn divisor(&mut self, scalar: Scalar, depth: u32) -> RustExpr {
        if self.percent(50) {
            let value = 2 + self.below(30);
            return match scalar.is_signed() && self.percent(30) {
                true => RustExpr::operation(format!("-{value}"), false),
                false => RustExpr::atom(value.to_string(), false),
            };
        }
        let divisor = self.integer(scalar, depth, false);
        let text = match scalar.is_signed() {
            true => format!("({} & 15) + 1", divisor.operand()),
            false => format!("{} | 1", divisor.operand()),
        };
        RustExpr::operation(text, divisor.is_fixed)
    }

    /// A shift by a distance of any type and size.
    fn shift(&mut self, scalar: Scalar, depth: u32, fixed: bool) -> RustExpr {
        let left = self.integer(scalar, depth - 1, fixed);
        let operator = self.pick(&["<<", ">>"]);
        let distance = self.distance(scalar, depth - 1);
        let text = format!("{} {operator} {}", left.operand(), distance.operand());
        RustExpr::operation(text, left.is_fixed)
    }

    /// A distance of any type. One that is known to be too far is an error, so
    /// that those are computed.
    pub(super) fn distance(&mut self, of: Scalar, depth: u32) -> RustExpr {
        let integers = self.integers();
        let scalar = self.pick(&integers);
        let mut places = self.places(&|ty| *ty == Ty::Scalar(scalar), true);
        places.retain(|place| !place.is_pending);
        match places.is_empty() {
            false if self.percent(60) => {
                let place = self.pick(&places);
                let text = self.place(&place, 0);
                let place =
                    RustExpr { is_atom: !text.starts_with('*'), ..RustExpr::atom(text, true) };
                let other = self.integer(scalar, depth, false);
                let operator = self.pick(&["+", "^", "-", "*"]);
                let text = format!("{} {operator} {}", place.operand(), other.operand());
                if self.percent(50) { place } else { RustExpr::operation(text, true) }
            }
            _ if self.percent(10) => self.usize_fixed((8 * bytes(of)).min(31), depth),
            _ => RustExpr::atom(self.below((8 * bytes(of)).min(31)).to_string(), false),
        }
    }

    fn integer_unary(&mut self, scalar: Scalar, depth: u32, fixed: bool) -> RustExpr {
        let value = self.integer(scalar, depth - 1, fixed);
        let operator = if scalar.is_signed() && self.percent(50) { "-" } else { "!" };
        // Two signs in a row of a literal would read as something else.
        RustExpr::operation(format!("{operator}({})", value.text), value.is_fixed)
    }

    /// A value of another type, made an integer as Rust does it.
    fn integer_cast(&mut self, scalar: Scalar, depth: u32) -> RustExpr {
        let name = scalar.name();
        let scalars = self.scalars();
        let value = match self.below(8) {
            0 => self.of_type(&BOOL, depth - 1),
            1 => self.usize_fixed(100, depth - 1),
            // Any float at all: too large, negative, no number.
            2 => {
                let word = self.integer(Scalar::U32, depth - 1, true);
                RustExpr::atom(format!("f32::from_bits({})", word.text), true)
            }
            3 if self.grammar.is_wide => {
                let word = self.integer(Scalar::U64, depth - 1, true);
                RustExpr::atom(format!("f64::from_bits({})", word.text), true)
            }
            4 => {
                let float = self.float(Scalar::F32, depth - 1, true);
                RustExpr::operation(format!("{} * 100000000.0", float.operand()), true)
            }
            _ => match self.pick(&scalars) {
                from if is_integer(from) => self.integer(from, depth - 1, true),
                Scalar::Bool => self.of_type(&BOOL, depth - 1),
                from => self.float(from, depth - 1, true),
            },
        };
        // rustc hands the type behind `as` to literals at the end of blocks, where it
        // need not be theirs.
        let value = match value.text.contains('{') {
            true => self.integer_leaf(Scalar::I32, true),
            false => value,
        };
        RustExpr::operation(format!("{} as {name}", value.operand()), true)
    }

    fn integer_method(&mut self, scalar: Scalar, depth: u32) -> RustExpr {
        if self.percent(25) && scalar == Scalar::U32 {
            return self.counted_bits(depth);
        }
        let text = match (self.below(10), scalar.is_signed()) {
            (0 | 1, true) => self.signed_method(scalar, depth),
            (0..=2, false) => self.unsigned_method(scalar, depth),
            _ => self.common_method(scalar, depth),
        };
        RustExpr::atom(text, true)
    }

    /// Another number, often an awkward one.
    fn other(&mut self, scalar: Scalar, depth: u32) -> String {
        match self.percent(30) {
            true => self.integer_literal(scalar, false).text,
            false => self.integer(scalar, depth - 1, false).text,
        }
    }

    fn signed_method(&mut self, scalar: Scalar, depth: u32) -> String {
        let value = self.integer(scalar, depth - 1, true).operand();
        if self.percent(50) {
            let method = self.pick(&["rem_euclid", "div_euclid"]);
            let divisor = self.divisor(scalar, 0).text;
            return format!("{value}.{method}({divisor})");
        }
        let method = self.pick(&["abs", "signum", "wrapping_neg"]);
        format!("{value}.{method}()")
    }

    fn unsigned_method(&mut self, scalar: Scalar, depth: u32) -> String {
        let value = self.integer(scalar, depth - 1, true).operand();
        let signed = match scalar {
            Scalar::U8 => Scalar::I8,
            Scalar::U16 => Scalar::I16,
            Scalar::U32 => Scalar::I32,
            _ => Scalar::I64,
        };
        match self.below(6) {
            0 => format!("{}.unsigned_abs()", self.integer(signed, depth - 1, true).operand()),
            1 => {
                let number = self.integer(signed, depth - 1, true).operand();
                format!("{number}.abs_diff({})", self.other(signed, depth))
            }
            2 => format!("{value}.next_power_of_two()"),
            3 => format!("{value}.abs_diff({})", self.other(scalar, depth)),
            _ => {
                let method = self.pick(&["div_ceil", "next_multiple_of", "rem_euclid"]);
                let divisor = self.divisor(scalar, 0).text;
                format!("{value}.{method}({divisor})")
            }
        }
    }

    /// Methods that all integers have.
    fn common_method(&mut self, scalar: Scalar, depth: u32) -> String {
        let value = self.integer(scalar, depth - 1, true).operand();
        match self.below(8) {
            0 | 1 => {
                let methods = ["rotate_left", "rotate_right", "wrapping_shl", "wrapping_shr"];
                let method = self.pick(&methods);
                let distance = self.integer(Scalar::U32, depth - 1, false).text;
                format!("{value}.{method}({distance})")
            }
            2 => format!("{value}.reverse_bits()"),
            3 => format!("{value}.pow({})", self.below(6)),
            4 => {
                let low = self.below(50);
                let room = if is_narrow(scalar) { 78 } else { 1000 };
                format!("{value}.clamp({low}, {})", low + self.below(room))
            }
            5 => {
                let method = self.pick(&["saturating_add", "saturating_sub"]);
                format!("{value}.{method}({})", self.other(scalar, depth))
            }
            6 => {
                let method = self.pick(&["wrapping_add", "wrapping_sub", "wrapping_mul"]);
                format!("{value}.{method}({})", self.other(scalar, depth))
            }
            _ => {
                let method = self.pick(&["min", "max"]);
                format!("{value}.{method}({})", self.other(scalar, depth))
            }
        }
    }

    /// Methods whose result is a `u32`, whatever they are asked of.
    fn counted_bits(&mut self, depth: u32) -> RustExpr {
        let integers = self.integers();
        let scalar = self.pick(&integers);
        let value = self.integer(scalar, depth - 1, true).operand();
        let methods = ["count_ones", "count_zeros", "leading_zeros", "trailing_zeros", "ilog2"];
        let text = match self.pick(&methods) {
            "ilog2" => {
                let positive = match scalar.is_signed() {
                    true => format!("({value} & {}::MAX | 1)", scalar.name()),
                    false => format!("({value} | 1)"),
                };
                format!("{positive}.ilog2()")
            }
            method => format!("{value}.{method}()"),
        };
        RustExpr::atom(text, true)
    }
}
