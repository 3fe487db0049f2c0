//! Values of variables, as pictures write them and as numbers.

use warpbench_machine::sim::code::Scalar;

/// How a value is written: floats with up to six significant digits, bits of no
/// known type in hexadecimal.
pub fn text(scalar: impl Into<Option<Scalar>>, bits: u64) -> String {
    match scalar.into() {
        None => format!("{bits:#x}"),
        Some(Scalar::Bool) => (bits != 0).to_string(),
        Some(Scalar::I32) => (bits as u32 as i32).to_string(),
        Some(Scalar::U32) => (bits as u32).to_string(),
        Some(Scalar::I64) => (bits as i64).to_string(),
        Some(Scalar::U64) => bits.to_string(),
        // Registers hold a half as the float that it is equal to.
        Some(Scalar::F32 | Scalar::F16) => float(f32::from_bits(bits as u32).into()),
        Some(Scalar::F64) => float(f64::from_bits(bits)),
    }
}

/// What bits mean, as nearly as a float can say it: for shades and scales.
pub fn number(scalar: Scalar, bits: u64) -> f64 {
    match scalar {
        Scalar::Bool => f64::from(u8::from(bits != 0)),
        Scalar::I32 => f64::from(bits as u32 as i32),
        Scalar::U32 => f64::from(bits as u32),
        Scalar::F32 | Scalar::F16 => f64::from(f32::from_bits(bits as u32)),
        Scalar::I64 => bits as i64 as f64,
        Scalar::U64 => bits as f64,
        Scalar::F64 => f64::from_bits(bits),
    }
}

/// Significant digits of a float.
const DIGITS: i32 = 6;

fn float(value: f64) -> String {
    if value == 0.0 || !value.is_finite() {
        return value.to_string();
    }
    let places = (DIGITS - 1) as usize;
    let scientific = format!("{value:.places$e}");
    // Rust writes an exponent that can be read again.
    let Some((mantissa, exponent)) = scientific.split_once('e') else { return scientific };
    let exponent: i32 = exponent.parse().unwrap_or(0);
    if !(-4..DIGITS).contains(&exponent) {
        return format!("{}e{exponent}", without_zeros(mantissa));
    }
    let places = (DIGITS - 1 - exponent).max(0) as usize;
    without_zeros(&format!("{value:.places$}")).to_owned()
}

fn without_zeros(number: &str) -> &str {
    if number.contains('.') { number.trim_end_matches('0').trim_end_matches('.') } else { number }
}

/// How long [`text()`] is at most, without writing it.
pub fn most_characters(scalar: Option<Scalar>, bits: u64) -> usize {
    let digits = |number: u64| number.checked_ilog10().unwrap_or(0) as usize + 1;
    let signed = |number: i64| digits(number.unsigned_abs()) + usize::from(number < 0);
    match scalar {
        None => 2 + 16,
        Some(Scalar::Bool) => "false".len(),
        Some(Scalar::U32 | Scalar::U64) => digits(bits),
        Some(Scalar::I32) => signed(i64::from(bits as u32 as i32)),
        Some(Scalar::I64) => signed(bits as i64),
        Some(float) => {
            let value = number(float, bits);
            let sign = usize::from(value.is_sign_negative());
            let digits = DIGITS as usize;
            sign + match value.abs() {
                0.0 => 1,
                // Six digits and the point; zeros in front of them; an exponent.
                size if (1.0..900_000.0).contains(&size) => digits + 1,
                size if (0.1..1.0).contains(&size) => digits + 2,
                _ => digits + 6,
            }
        }
    }
}

/// A name in so many characters; what is left out shows as three dots.
pub fn shortened(name: &str, characters: usize) -> String {
    if name.chars().count() <= characters {
        return name.to_owned();
    }
    name.chars().take(characters.saturating_sub(1)).chain(['…']).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_as_they_are_written() {
        let check = |scalar: Option<Scalar>, bits: u64, expected: &str| {
            assert_eq!(text(scalar, bits), expected, "{scalar:?}");
            assert!(most_characters(scalar, bits) >= expected.len(), "{scalar:?} {expected}");
        };
        check(None, 0xdead_beef, "0xdeadbeef");
        check(Some(Scalar::Bool), 0, "false");
        check(Some(Scalar::Bool), 0xffff_ffff, "true");
        check(Some(Scalar::U32), 0, "0");
        check(Some(Scalar::U32), 0xffff_ffff, "4294967295");
        check(Some(Scalar::I32), 0xffff_ffff, "-1");
        check(Some(Scalar::I32), 0x8000_0000, "-2147483648");
        check(Some(Scalar::I64), u64::MAX, "-1");
        check(Some(Scalar::I64), 1 << 63, "-9223372036854775808");
        check(Some(Scalar::U64), u64::MAX, "18446744073709551615");
        let floats = |value: f64, expected: &str| {
            check(Some(Scalar::F64), value.to_bits(), expected);
            check(Some(Scalar::F32), u64::from((value as f32).to_bits()), expected);
            check(Some(Scalar::F16), u64::from((value as f32).to_bits()), expected);
        };
        floats(0.0, "0");
        floats(-0.0, "-0");
        floats(1.0, "1");
        floats(0.5, "0.5");
        floats(-12.25, "-12.25");
        floats(1.0 / 3.0, "0.333333");
        floats(100.0, "100");
        floats(123_456.0, "123456");
        floats(999_999.5, "1e6");
        floats(1_048_576.0, "1.04858e6");
        floats(0.000_123_456_7, "0.000123457");
        floats(0.000_01, "1e-5");
        floats(-1.5e-10, "-1.5e-10");
        floats(f64::INFINITY, "inf");
        floats(f64::NEG_INFINITY, "-inf");
        floats(f64::NAN, "NaN");
        check(Some(Scalar::F64), 1e300f64.to_bits(), "1e300");
    }

    #[test]
    fn numbers_of_bits() {
        let check = |scalar, bits: u64, expected: f64| assert_eq!(number(scalar, bits), expected);
        check(Scalar::Bool, 0xffff_ffff, 1.0);
        check(Scalar::I32, 0xffff_ffff, -1.0);
        check(Scalar::U32, 0xffff_ffff, 4_294_967_295.0);
        check(Scalar::F32, u64::from(1.5f32.to_bits()), 1.5);
        check(Scalar::F16, u64::from(0.5f32.to_bits()), 0.5);
        check(Scalar::I64, u64::MAX, -1.0);
        check(Scalar::F64, 0.1f64.to_bits(), 0.1);
    }

    #[test]
    fn names_are_shortened() {
        let check = |name: &str, characters, expected: &str| {
            assert_eq!(shortened(name, characters), expected);
        };
        check("partial", 7, "partial");
        check("partial", 6, "parti…");
        check("größe", 4, "grö…");
        check("x", 0, "…");
    }
}
