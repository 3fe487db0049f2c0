//! Results that WGSL leaves some freedom, made of exact operands and not used
//! any further; and single operations on floats of any size.
//!
//! The tolerances follow the accuracy that WGSL demands of each function, with
//! room for both sides to be off.

use crate::choices::Choices;
use crate::output::Slot;
use crate::program::Writer;
use crate::types::{Scalar, Type};

/// An expression with holes: `#a`, `#b` for floats, `#v`, `#w` for vectors, `#u`
/// for words; and the relative and absolute difference that is no error.
type Template = (&'static str, f32, f32);

const INEXACT: &[Template] = &[
    ("#a / (#b + 0.03125)", 1e-6, 0.0),
    ("(#v / (#w + 0.03125)).y", 1e-6, 0.0),
    ("sqrt(abs(#a))", 1e-6, 0.0),
    ("inverseSqrt(abs(#a) + 0.5)", 1e-6, 0.0),
    ("exp(#a * 0.125)", 5e-6, 0.0),
    ("exp2(#a * 0.125)", 5e-6, 0.0),
    ("log(abs(#a) + 0.03125)", 1e-6, 2e-6),
    ("log2(abs(#a) + 0.03125)", 1e-6, 2e-6),
    ("sin(#a * 0.03125)", 0.0, 1e-3),
    ("cos(#v * 0.03125).x", 0.0, 1e-3),
    ("tan(#a * 0.015625)", 2e-3, 1e-3),
    ("asin(saturate(abs(#a) * 0.0625) - 0.5)", 1e-3, 1e-3),
    ("acos(saturate(abs(#a) * 0.0625) - 0.5)", 1e-3, 1e-3),
    ("atan(#a * 0.25)", 1e-3, 1e-6),
    // The sign of a zero would choose the half of the circle.
    ("atan2(#a + 0.03125, #b + 0.03125)", 1e-3, 1e-6),
    ("sinh(#a * 0.0625)", 1e-5, 1e-5),
    ("cosh(#a * 0.0625)", 1e-5, 1e-5),
    ("tanh(#a * 0.0625)", 1e-5, 1e-5),
    ("asinh(#a)", 1e-4, 1e-4),
    ("acosh(abs(#a) + 1.0)", 1e-4, 1e-3),
    ("atanh(#a * 0.0078125)", 1e-4, 1e-5),
    ("pow(abs(#a) * 0.0625 + 0.25, #b * 0.125)", 5e-5, 1e-6),
    ("length(#v)", 1e-5, 0.0),
    ("length(#a)", 1e-6, 0.0),
    ("distance(#v, #w)", 1e-5, 0.0),
    ("normalize(#v + 0.03125).z", 1e-5, 1e-6),
    ("smoothstep(#a, #a + 1.5, #b)", 1e-5, 1e-5),
    ("refract(normalize(#v + 0.03125), normalize(#w + 0.03125), 0.75).x", 1e-3, 1e-4),
    ("degrees(#a)", 1e-6, 0.0),
    ("radians(#a)", 1e-6, 0.0),
    ("unpack4x8snorm(#u).w", 1e-6, 1e-6),
    ("unpack4x8unorm(#u).y", 1e-6, 1e-6),
    ("unpack2x16snorm(#u).x", 1e-6, 1e-6),
    ("unpack2x16unorm(#u).y", 1e-6, 1e-6),
    // The exponents of infinities and subnormal numbers are kept out, and so are
    // numbers known beforehand, of which llvmpipe takes the upper half for zero.
    ("unpack2x16float(((#u ^ seed(t, 3u)) & 0xf3fff3ffu) | 0x04000400u).y", 0.0, 0.0),
    // An integer that lies between two floats may become either.
    ("f32(#u)", 2e-7, 0.0),
    ("f32(bitcast<i32>(#u))", 2e-7, 0.0),
];

/// Rounded once, as WGSL demands; sizes are such that nothing overflows.
const WILD: &[&str] = &[
    "wild_of(#u) + wild_of(#u)",
    "wild_of(#u) - wild_of(#u)",
    "wild_of(#u) * wild_of(#u)",
    "abs(wild_of(#u))",
    "-wild_of(#u)",
    "floor(wild_of(#u))",
    "ceil(wild_of(#u))",
    "round(wild_of(#u))",
    "trunc(wild_of(#u))",
    "sign(wild_of(#u))",
    "min(wild_of(#u), wild_of(#u))",
    "max(wild_of(#u), wild_of(#u))",
    "select(wild_of(#u), wild_of(#u), wild_of(#u) < wild_of(#u))",
    "f32(i32(wild_of(#u)))",
    "f32(u32(wild_of(#u)))",
    "f32(wild_of(#u) >= wild_of(#u))",
];

impl<'a, C: Choices> Writer<'a, C> {
    /// A float that two machines need not agree on exactly.
    pub(crate) fn inexact(&mut self) -> (String, Slot) {
        let (template, relative, absolute) = self.pick(INEXACT);
        (self.fill(template), Slot::Near { relative, absolute })
    }

    /// A float of any size.
    pub(crate) fn wild(&mut self) -> (String, Slot) {
        let template = self.pick(WILD);
        (self.fill(template), Slot::Float)
    }

    /// Puts operands into the holes. The same letter is the same operand, except
    /// for words.
    fn fill(&mut self, template: &str) -> String {
        let float = Type::Scalar(Scalar::F32);
        let vector = Type::Vector(3, Scalar::F32);
        let mut text = template.to_owned();
        for (hole, ty) in [("#a", &float), ("#b", &float), ("#v", &vector), ("#w", &vector)] {
            if text.contains(hole) {
                let operand = self.running_standard(ty, 1).text;
                text = text.replace(hole, &operand);
            }
        }
        while text.contains("#u") {
            let operand = self.running(&Type::Scalar(Scalar::U32), 1).text;
            text = text.replacen("#u", &operand, 1);
        }
        text
    }
}
