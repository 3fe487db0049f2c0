//! Functions of one float, for both widths.

/// Matches on a [`Float`](crate::sim::code::Float) and maps the function that it
/// names over columns with `$map`, which takes them and a closure on `$type`.
macro_rules! float {
    ($function:expr, $type:ident, $map:ident, $($column:expr),+) => {{
        use super::hyperbolic::InverseHyperbolic;
        use crate::sim::code::Float;
        match $function {
            Float::Neg => $map($($column),+, |x: $type| -x),
            Float::Abs => $map($($column),+, |x: $type| x.abs()),
            // The sign of zero is zero, unlike `signum`'s.
            Float::Sign => $map($($column),+, |x: $type| if x == 0.0 { 0.0 } else { x.signum() }),
            Float::Saturate => $map($($column),+, |x: $type| x.max(0.0).min(1.0)),
            Float::Sqrt => $map($($column),+, |x: $type| x.sqrt()),
            Float::InverseSqrt => $map($($column),+, |x: $type| 1.0 / x.sqrt()),
            Float::Floor => $map($($column),+, |x: $type| x.floor()),
            Float::Ceil => $map($($column),+, |x: $type| x.ceil()),
            Float::Trunc => $map($($column),+, |x: $type| x.trunc()),
            Float::Round => $map($($column),+, |x: $type| x.round_ties_even()),
            Float::Fract => $map($($column),+, |x: $type| x - x.floor()),
            Float::Exp => $map($($column),+, |x: $type| x.exp()),
            Float::Exp2 => $map($($column),+, |x: $type| x.exp2()),
            Float::Log => $map($($column),+, |x: $type| x.ln()),
            Float::Log2 => $map($($column),+, |x: $type| x.log2()),
            Float::Sin => $map($($column),+, |x: $type| x.sin()),
            Float::Cos => $map($($column),+, |x: $type| x.cos()),
            Float::Tan => $map($($column),+, |x: $type| x.tan()),
            Float::Asin => $map($($column),+, |x: $type| x.asin()),
            Float::Acos => $map($($column),+, |x: $type| x.acos()),
            Float::Atan => $map($($column),+, |x: $type| x.atan()),
            Float::Sinh => $map($($column),+, |x: $type| x.sinh()),
            Float::Cosh => $map($($column),+, |x: $type| x.cosh()),
            Float::Tanh => $map($($column),+, |x: $type| x.tanh()),
            Float::Asinh => $map($($column),+, |x: $type| x.arsinh()),
            Float::Acosh => $map($($column),+, |x: $type| x.arcosh()),
            Float::Atanh => $map($($column),+, |x: $type| x.artanh()),
            Float::Radians => $map($($column),+, |x: $type| x.to_radians()),
            Float::Degrees => $map($($column),+, |x: $type| x.to_degrees()),
        }
    }};
}

pub(super) use float;
