//! Floats as text.

use super::{
    decimal::{rounded, shortest, Binary, Decimal, Places},
    Line, Show, ShowDebug, ShowLowerExp, Spec,
};

/// What a float is, without its sign.
#[derive(Clone, Copy)]
enum Class {
    NotANumber,
    Infinite,
    Zero,
    Finite(Binary),
}

#[derive(Clone, Copy)]
struct Float {
    class: Class,
    negative: bool,
}

/// Takes a float apart: its bits, how many of them are the mantissa's, and how
/// many all of them are.
fn float(bits: u64, mantissa_bits: u32, all_bits: u32) -> Float {
    let negative = bits >> (all_bits - 1) & 1 == 1;
    let fraction = bits & ((1 << mantissa_bits) - 1);
    let exponent_bits = all_bits - 1 - mantissa_bits;
    let largest = (1_i32 << exponent_bits) - 1;
    let biased = (bits >> mantissa_bits) as i32 & largest;
    // Where the last bit of the mantissa counts one.
    let bias = (1 << (exponent_bits - 1)) - 1 + mantissa_bits as i32;
    let class = match (biased, fraction) {
        (0, 0) => Class::Zero,
        (0, _) => {
            Class::Finite(Binary { mantissa: fraction, exponent: 1 - bias, is_power_of_two: false })
        }
        (biased, fraction) if biased == largest => {
            if fraction == 0 {
                Class::Infinite
            } else {
                Class::NotANumber
            }
        }
        _ => Class::Finite(Binary {
            mantissa: fraction | 1 << mantissa_bits,
            exponent: biased - bias,
            is_power_of_two: fraction == 0 && biased > 1,
        }),
    };
    Float { class, negative }
}

/// `{}`, and `{:?}` where a whole number still shows a fraction.
#[inline(never)]
fn plain(value: Float, fraction: usize, line: &mut Line, spec: &Spec) {
    let decimal = match value.class {
        Class::NotANumber => {
            let behind = line.number("", 3, spec);
            line.text("NaN");
            return line.padding_behind(behind, spec);
        }
        Class::Infinite => {
            let behind = line.number(sign(value, spec), 3, spec);
            line.text("inf");
            return line.padding_behind(behind, spec);
        }
        Class::Zero => Decimal { digits: [0; _], used: 0, exponent: 0 },
        Class::Finite(binary) => match spec.precision {
            Some(places) => rounded(binary, Places::BehindPoint(places)),
            None => shortest(binary),
        },
    };
    let whole = decimal.exponent.max(0) as usize;
    let behind_point = match spec.precision {
        Some(places) => places,
        None => (decimal.used as i32 - decimal.exponent).max(fraction as i32) as usize,
    };
    let characters = whole.max(1) + if behind_point > 0 { 1 + behind_point } else { 0 };
    let padding = line.number(sign(value, spec), characters, spec);
    if whole == 0 {
        line.byte(b'0');
    }
    for place in 0..whole {
        line.byte(digit_at(&decimal, place as i32));
    }
    if behind_point > 0 {
        line.byte(b'.');
    }
    for place in 0..behind_point {
        line.byte(digit_at(&decimal, decimal.exponent.max(0) + place as i32 + leading(&decimal)));
    }
    line.padding_behind(padding, spec);
}

/// How many zeros stand between the point and the first digit, as a place that
/// is not there.
fn leading(decimal: &Decimal) -> i32 {
    decimal.exponent.min(0)
}

/// The digit in that place, counted from the first; zero where there is none.
fn digit_at(decimal: &Decimal, place: i32) -> u8 {
    let is_there = place >= 0 && (place as usize) < decimal.used;
    b'0' + if is_there { decimal.digits[place as usize] } else { 0 }
}

/// `{:e}`: one digit, a fraction, and the power of ten.
#[inline(never)]
fn scientific(value: Float, fraction: usize, line: &mut Line, spec: &Spec) {
    let decimal = match value.class {
        Class::NotANumber | Class::Infinite => return plain(value, 0, line, spec),
        Class::Zero => Decimal { digits: [0; _], used: 1, exponent: 1 },
        Class::Finite(binary) => match spec.precision {
            Some(places) => rounded(binary, Places::Digits(places + 1)),
            None => shortest(binary),
        },
    };
    let behind_point = match spec.precision {
        Some(places) => places,
        None => decimal.used.saturating_sub(1).max(fraction),
    };
    let power = decimal.exponent - 1;
    let digits_of_power = match power.unsigned_abs() {
        0..=9 => 1,
        10..=99 => 2,
        _ => 3,
    };
    let characters = 1
        + if behind_point > 0 { 1 + behind_point } else { 0 }
        + 1
        + usize::from(power < 0)
        + digits_of_power;
    let padding = line.number(sign(value, spec), characters, spec);
    line.byte(digit_at(&decimal, 0));
    if behind_point > 0 {
        line.byte(b'.');
    }
    for place in 0..behind_point {
        line.byte(digit_at(&decimal, 1 + place as i32));
    }
    line.byte(b'e');
    Show::show(&power, line, &Spec::PLAIN);
    line.padding_behind(padding, spec);
}

fn sign(value: Float, spec: &Spec) -> &'static str {
    match (value.negative, spec.plus) {
        (true, _) => "-",
        (false, true) => "+",
        (false, false) => "",
    }
}

macro_rules! floats {
    ($($ty:ident: $mantissa_bits:literal of $all_bits:literal;)*) => {$(
        impl Show for $ty {
            fn show(&self, line: &mut Line, spec: &Spec) {
                plain(float(self.to_bits() as u64, $mantissa_bits, $all_bits), 0, line, spec);
            }
        }

        impl ShowDebug for $ty {
            fn show(&self, line: &mut Line, spec: &Spec) {
                let value = float(self.to_bits() as u64, $mantissa_bits, $all_bits);
                let size = $ty::abs(*self);
                let is_extreme = (size != 0.0 && size < 1e-4) || size >= 1e16_f64 as $ty;
                if is_extreme && spec.precision.is_none() {
                    scientific(value, 0, line, spec);
                } else {
                    plain(value, 1, line, spec);
                }
            }
        }

        impl ShowLowerExp for $ty {
            fn show(&self, line: &mut Line, spec: &Spec) {
                scientific(float(self.to_bits() as u64, $mantissa_bits, $all_bits), 0, line, spec);
            }
        }
    )*};
}

#[cfg(target_arch = "nvptx64")]
floats! {
    f16: 10 of 16;
}

floats! {
    f32: 23 of 32;
    f64: 52 of 64;
}
