//! Numbers in texts, as Rust's formatting writes them.
//!
//! Formats are known only when a kernel is read, so the digits come from the
//! standard library and signs, prefixes and padding are put around them here.

use crate::sim::code::{Print, PrintedValue, Scalar};
use warpbench_semantics::{Align, Count, Notation, Piece, ValueFormat};

/// A value that a thread prints.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Value {
    Bool(bool),
    /// An integer, and how many bits it has.
    Int(i128, u32),
    F32(f32),
    F64(f64),
}

/// A text with the values of a lane in it; `columns` holds all lanes of the first
/// word of the first value, then of the next.
pub fn text(print: &Print, columns: &[&[u32]], lane: usize) -> String {
    let mut columns = columns.iter();
    let mut word = || columns.next().and_then(|column| column.get(lane)).copied().unwrap_or(0);
    let mut values = Vec::new();
    for value in &print.values {
        let low = word();
        let high = if value.scalar.words() == 2 { word() } else { 0 };
        values.push(value_of(value, low, high));
    }
    let mut text = String::new();
    add_pieces(&print.text.pieces, &values, &mut text);
    text
}

fn add_pieces(pieces: &[Piece], values: &[Value], text: &mut String) {
    for piece in pieces {
        match piece {
            Piece::Words(words) => text.push_str(words),
            Piece::Value(at, format) => {
                if let Some(value) = values.get(*at) {
                    text.push_str(&formatted(*value, format, values));
                }
            }
            Piece::Choice(at, texts) => {
                let Some(Value::Int(number, _)) = values.get(*at) else { continue };
                if let Some((_, pieces)) = texts.iter().find(|(known, _)| known == number) {
                    add_pieces(pieces, values, text);
                }
            }
        }
    }
}

fn value_of(value: &PrintedValue, low: u32, high: u32) -> Value {
    let wide = u64::from(high) << 32 | u64::from(low);
    match value.scalar {
        Scalar::Bool => Value::Bool(low != 0),
        Scalar::I32 => Value::Int(i128::from(low as i32), value.bits),
        Scalar::U32 => Value::Int(i128::from(low), value.bits),
        Scalar::I64 => Value::Int(i128::from(wide as i64), value.bits),
        Scalar::U64 => Value::Int(i128::from(wide), value.bits),
        Scalar::F32 | Scalar::F16 => Value::F32(f32::from_bits(low)),
        Scalar::F64 => Value::F64(f64::from_bits(wide)),
    }
}

/// The most characters that a value is padded or made precise to: more than a line
/// has, and little enough to be made a thousand times.
const MOST_CHARACTERS: usize = 1 << 12;

/// A value as it is written; counts may be other values.
pub fn formatted(value: Value, format: &ValueFormat, values: &[Value]) -> String {
    let count = |count: Count| match count {
        Count::Known(count) => usize::from(count),
        Count::Argument(at) => match values.get(at) {
            Some(Value::Int(count, _)) => usize::try_from(*count).unwrap_or(0),
            _ => 0,
        },
    };
    let count = |wanted: Option<Count>| wanted.map(|wanted| count(wanted).min(MOST_CHARACTERS));
    let (width, precision) = (count(format.width), count(format.precision));
    let padding = Padding { format, width: width.unwrap_or(0) };
    match value {
        Value::Bool(value) => {
            let word = if value { "true" } else { "false" };
            let kept = precision.map_or(word, |most| &word[..most.min(word.len())]);
            padding.words(kept)
        }
        Value::Int(value, bits) => integer(value, bits, precision, &padding),
        Value::F32(value) => {
            let digits = digits_of(value.abs(), format.notation, precision);
            float(value.is_nan(), value.is_sign_negative(), &digits, &padding)
        }
        Value::F64(value) => {
            let digits = digits_of(value.abs(), format.notation, precision);
            float(value.is_nan(), value.is_sign_negative(), &digits, &padding)
        }
    }
}

/// What a value is padded with.
struct Padding<'a> {
    format: &'a ValueFormat,
    width: usize,
}

impl Padding<'_> {
    /// Words, which stand on the left.
    fn words(&self, words: &str) -> String {
        self.around(words, Align::Left)
    }

    /// A number, which stands on the right, or has zeros behind its sign.
    fn number(&self, sign: &str, digits: &str) -> String {
        if self.format.has_zeros {
            let missing = self.width.saturating_sub(sign.len() + digits.len());
            return format!("{sign}{}{digits}", "0".repeat(missing));
        }
        self.around(&format!("{sign}{digits}"), Align::Right)
    }

    fn around(&self, text: &str, default: Align) -> String {
        let missing = self.width.saturating_sub(text.chars().count());
        let left = match self.format.align.unwrap_or(default) {
            Align::Left => 0,
            Align::Center => missing / 2,
            Align::Right => missing,
        };
        let fill = self.format.fill.unwrap_or(' ').to_string();
        format!("{}{text}{}", fill.repeat(left), fill.repeat(missing - left))
    }
}

fn integer(value: i128, bits: u32, precision: Option<usize>, padding: &Padding<'_>) -> String {
    let format = padding.format;
    let sign = match value < 0 {
        true => "-",
        false if format.has_plus => "+",
        false => "",
    };
    // Other bases show the bits, without a sign.
    let word = (value as u128) & (u128::MAX >> (128 - bits.clamp(1, 128)));
    let plus = if format.has_plus { "+" } else { "" };
    let (prefix, digits) = match format.notation {
        Notation::Display | Notation::Debug => {
            return padding.number(sign, &value.unsigned_abs().to_string());
        }
        Notation::LowerExp | Notation::UpperExp => {
            let upper = format.notation == Notation::UpperExp;
            let digits = integer_exp(value.unsigned_abs(), precision, upper);
            return padding.number(sign, &digits);
        }
        Notation::LowerHex | Notation::DebugLowerHex => ("0x", format!("{word:x}")),
        Notation::UpperHex | Notation::DebugUpperHex => ("0x", format!("{word:X}")),
        Notation::Octal => ("0o", format!("{word:o}")),
        Notation::Binary => ("0b", format!("{word:b}")),
    };
    let prefix = if format.is_alternate { prefix } else { "" };
    padding.number(&format!("{plus}{prefix}"), &digits)
}

fn integer_exp(value: u128, precision: Option<usize>, upper: bool) -> String {
    // The standard library rounds integers itself; no type here is wider than 64 bits.
    let value = value as u64;
    match (precision, upper) {
        (None, false) => format!("{value:e}"),
        (None, true) => format!("{value:E}"),
        (Some(digits), false) => format!("{value:.digits$e}"),
        (Some(digits), true) => format!("{value:.digits$E}"),
    }
}

/// The digits of a float that is not negative.
fn digits_of<F>(value: F, notation: Notation, precision: Option<usize>) -> String
where
    F: std::fmt::Display + std::fmt::Debug + std::fmt::LowerExp + std::fmt::UpperExp,
{
    match (notation, precision) {
        (Notation::LowerExp, None) => format!("{value:e}"),
        (Notation::LowerExp, Some(digits)) => format!("{value:.digits$e}"),
        (Notation::UpperExp, None) => format!("{value:E}"),
        (Notation::UpperExp, Some(digits)) => format!("{value:.digits$E}"),
        (Notation::Display, None) => format!("{value}"),
        (Notation::Display, Some(digits)) => format!("{value:.digits$}"),
        (_, None) => format!("{value:?}"),
        (_, Some(digits)) => format!("{value:.digits$?}"),
    }
}

fn float(is_nan: bool, is_negative: bool, digits: &str, padding: &Padding<'_>) -> String {
    // What is no number has no sign.
    let sign = match (is_nan, is_negative) {
        (true, _) => "",
        (_, true) => "-",
        _ if padding.format.has_plus => "+",
        _ => "",
    };
    padding.number(sign, digits)
}
