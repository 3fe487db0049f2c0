//! Integers as text.

use super::{Line, Show, ShowBinary, ShowDebug, ShowLowerHex, ShowOctal, ShowUpperHex, Spec};

/// The digits of the largest number in the smallest base.
const DIGITS: usize = 128;

/// A number without its sign in a base. `ten` is the digit that stands for 10.
fn unsigned(mut value: u128, base: u128, ten: u8, sign: &str, line: &mut Line, spec: &Spec) {
    let mut digits = [0_u8; DIGITS];
    let mut first = DIGITS;
    loop {
        // Almost every number fits into 64 bits, where dividing is cheaper.
        let digit = if let Ok(small) = u64::try_from(value) {
            value = (small / base as u64) as u128;
            (small % base as u64) as u8
        } else {
            let digit = (value % base) as u8;
            value /= base;
            digit
        };
        first -= 1;
        digits[first] = if digit < 10 { b'0' + digit } else { ten + (digit - 10) };
        if value == 0 {
            break;
        }
    }
    let behind = line.number(sign, DIGITS - first, spec);
    for &digit in &digits[first..] {
        line.byte(digit);
    }
    line.padding_behind(behind, spec);
}

#[inline(never)]
fn decimal(magnitude: u128, negative: bool, line: &mut Line, spec: &Spec) {
    let sign = match (negative, spec.plus) {
        (true, _) => "-",
        (false, true) => "+",
        (false, false) => "",
    };
    unsigned(magnitude, 10, b'a', sign, line, spec);
}

#[inline(never)]
fn in_base(bits: u128, base: u128, ten: u8, prefix: &str, line: &mut Line, spec: &Spec) {
    let sign = match (spec.plus, spec.alternate) {
        (_, true) => prefix,
        (true, false) => "+",
        (false, false) => "",
    };
    unsigned(bits, base, ten, sign, line, spec);
}

macro_rules! integers {
    ($($ty:ident as $unsigned:ident, signed $signed:literal;)*) => {$(
        impl Show for $ty {
            #[inline]
            fn show(&self, line: &mut Line, spec: &Spec) {
                let negative = $signed && (*self as i128) < 0;
                // The magnitude of the most negative number fits here only.
                let bits = *self as $unsigned;
                let magnitude = if negative { bits.wrapping_neg() } else { bits };
                decimal(magnitude as u128, negative, line, spec);
            }
        }

        impl ShowDebug for $ty {
            #[inline]
            fn show(&self, line: &mut Line, spec: &Spec) {
                Show::show(self, line, spec);
            }
        }

        integers! { $ty as $unsigned:
            ShowLowerHex 16 b'a' "0x"; ShowUpperHex 16 b'A' "0x"; ShowBinary 2 b'a' "0b";
            ShowOctal 8 b'a' "0o";
        }
    )*};
    ($ty:ident as $unsigned:ident: $($way:ident $base:literal $ten:literal $prefix:literal;)*) => {$(
        impl $way for $ty {
            #[inline]
            fn show(&self, line: &mut Line, spec: &Spec) {
                in_base(*self as $unsigned as u128, $base, $ten, $prefix, line, spec);
            }
        }
    )*};
}

integers! {
    u8 as u8, signed false;
    u16 as u16, signed false;
    u32 as u32, signed false;
    u64 as u64, signed false;
    u128 as u128, signed false;
    usize as usize, signed false;
    i8 as u8, signed true;
    i16 as u16, signed true;
    i32 as u32, signed true;
    i64 as u64, signed true;
    i128 as u128, signed true;
    isize as usize, signed true;
}
