//! Functions whose results no two machines agree on in the last digits. They are
//! computed from exact values and only written out.

use super::types::RustExpr;
use super::writer::RustWriter;
use crate::choices::Choices;
use crate::output::Slot;
use crate::types::Scalar;

/// What is written around an exact value between -64 and 64, or around two, and
/// how far results may be apart.
const FUNCTIONS: [(&str, f32, f32); 38] = [
    ("(# / 32.0).sin()", 1e-3, 1e-3),
    ("(# / 32.0).cos()", 1e-3, 1e-3),
    ("(# / 64.0).tan()", 1e-2, 1e-3),
    ("(# / 64.0).asin()", 1e-2, 2e-3),
    ("(# / 64.0).acos()", 1e-2, 2e-3),
    ("#.atan()", 1e-2, 2e-3),
    ("#.atan2(#.abs() + 1.0)", 1e-2, 2e-3),
    ("(# / 32.0).sinh()", 1e-2, 1e-3),
    ("(# / 32.0).cosh()", 1e-2, 1e-3),
    ("(# / 32.0).tanh()", 1e-2, 1e-3),
    ("(# / 8.0).asinh()", 1e-2, 2e-3),
    ("(#.abs() + 1.5).acosh()", 1e-2, 2e-3),
    ("(# / 128.0).atanh()", 1e-2, 2e-3),
    ("#.abs().sqrt()", 1e-5, 0.0),
    ("#.hypot(# + 0.25)", 1e-4, 1e-4),
    ("#.cbrt()", 1e-3, 1e-3),
    ("(# / 8.0).exp()", 1e-3, 0.0),
    ("(# / 8.0).exp2()", 1e-3, 0.0),
    ("(# / 16.0).exp_m1()", 1e-3, 1e-3),
    ("(#.abs() + 0.5).ln()", 1e-3, 1e-3),
    ("(#.abs() + 0.5).log2()", 1e-3, 1e-3),
    ("(#.abs() + 0.5).log10()", 1e-3, 1e-3),
    ("(#.abs() + 0.5).log(3.0)", 1e-3, 1e-3),
    ("#.abs().ln_1p()", 1e-3, 1e-3),
    ("(#.abs() + 0.5).powf(# / 16.0)", 1e-2, 1e-6),
    ("(# / 16.0).powi(3)", 1e-3, 1e-6),
    ("(#.abs() + 1.0).powi(-2)", 1e-3, 1e-6),
    ("#.to_radians()", 1e-5, 0.0),
    ("#.to_degrees()", 1e-5, 0.0),
    ("(#.abs() + 1.0).recip()", 1e-5, 0.0),
    ("# / (#.abs() + 3.0)", 1e-5, 0.0),
    ("(# / 3.0).fract()", 1e-4, 1e-4),
    ("(# * 0.1).mul_add(#, 0.3)", 1e-5, 1e-4),
    ("(# / 32.0).sin_cos().0", 1e-3, 1e-3),
    ("(# / 32.0).sin_cos().1", 1e-3, 1e-3),
    ("(# * 0.37 + # * 0.11)", 1e-4, 1e-4),
    ("(#.abs() + 1.0).sqrt().recip()", 1e-4, 0.0),
    ("(# + 0.1).max(# / 7.0)", 1e-5, 1e-5),
];

impl<'a, C: Choices> RustWriter<'a, C> {
    /// An inexact value, and how it is to be compared.
    pub(super) fn inexact(&mut self) -> (String, Slot) {
        if self.percent(15) {
            let integers = self.integers();
            let scalar = self.pick(&integers);
            let value = self.integer(scalar, 1, true).operand();
            return (format!("{value} as f32"), Slot::Near { relative: 1e-6, absolute: 0.0 });
        }
        let (pattern, relative, absolute) = self.pick(&FUNCTIONS);
        let mut text = String::new();
        for (number, piece) in pattern.split('#').enumerate() {
            if number > 0 {
                let value: RustExpr = self.standard(Scalar::F32, 1, true);
                text += &value.operand();
            }
            text += piece;
        }
        (text, Slot::Near { relative, absolute })
    }
}
