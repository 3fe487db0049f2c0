//! The numbers of a case: their types, how they lie in memory, how far apart
//! two of them are.

use half::f16;
use serde::de::{self, Deserialize, Deserializer, Visitor};
use serde::ser::{Serialize, Serializer};
use std::fmt;
use warpbench_catalog::{Element, Init, Values};
use warpbench_cores::OneCore;

/// The type of a buffer's elements.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Scalar {
    /// A byte that is 0 or 1.
    Bool,
    /// 8-bit unsigned integer.
    U8,
    /// 8-bit signed integer.
    I8,
    /// 16-bit unsigned integer.
    U16,
    /// 16-bit signed integer.
    I16,
    /// 32-bit unsigned integer.
    U32,
    /// 32-bit signed integer.
    I32,
    /// 64-bit unsigned integer.
    U64,
    /// 64-bit signed integer.
    I64,
    /// 16-bit float.
    F16,
    /// 32-bit float.
    F32,
    /// 64-bit float.
    F64,
}

impl Scalar {
    pub const ALL: [Scalar; 12] = [
        Scalar::U32,
        Scalar::I32,
        Scalar::F32,
        Scalar::U64,
        Scalar::I64,
        Scalar::F64,
        Scalar::F16,
        Scalar::U8,
        Scalar::I8,
        Scalar::U16,
        Scalar::I16,
        Scalar::Bool,
    ];

    /// As WGSL and case files spell it.
    pub fn name(self) -> &'static str {
        match self {
            Scalar::Bool => "bool",
            Scalar::U8 => "u8",
            Scalar::I8 => "i8",
            Scalar::U16 => "u16",
            Scalar::I16 => "i16",
            Scalar::U32 => "u32",
            Scalar::I32 => "i32",
            Scalar::U64 => "u64",
            Scalar::I64 => "i64",
            Scalar::F16 => "f16",
            Scalar::F32 => "f32",
            Scalar::F64 => "f64",
        }
    }

    /// The type of that name.
    pub fn named(name: &str) -> Option<Scalar> {
        Scalar::ALL.into_iter().find(|scalar| scalar.name() == name)
    }

    /// Bytes of an element.
    pub fn bytes(self) -> usize {
        match self {
            Scalar::Bool | Scalar::U8 | Scalar::I8 => 1,
            Scalar::U16 | Scalar::I16 | Scalar::F16 => 2,
            Scalar::U32 | Scalar::I32 | Scalar::F32 => 4,
            Scalar::U64 | Scalar::I64 | Scalar::F64 => 8,
        }
    }

    /// Whether it can hold fractions.
    pub fn is_float(self) -> bool {
        matches!(self, Scalar::F16 | Scalar::F32 | Scalar::F64)
    }

    /// The largest difference that is put down to rounding where a case does not
    /// say.
    pub fn usual_tolerance(self) -> f64 {
        match self {
            Scalar::F16 => 1e-2,
            Scalar::F32 | Scalar::F64 => 1e-5,
            _ => 0.0,
        }
    }

    /// Appends a number as it lies in memory; `None` where it does not fit.
    pub fn encode(self, number: Number, bytes: &mut Vec<u8>) -> Option<()> {
        match self {
            Scalar::Bool => {
                bytes.push(u8::try_from(number.whole()?).ok().filter(|byte| *byte <= 1)?);
            }
            Scalar::U8 => bytes.push(u8::try_from(number.whole()?).ok()?),
            Scalar::I8 => bytes.extend(i8::try_from(number.whole()?).ok()?.to_le_bytes()),
            Scalar::U16 => bytes.extend(u16::try_from(number.whole()?).ok()?.to_le_bytes()),
            Scalar::I16 => bytes.extend(i16::try_from(number.whole()?).ok()?.to_le_bytes()),
            Scalar::U32 => bytes.extend(u32::try_from(number.whole()?).ok()?.to_le_bytes()),
            Scalar::I32 => bytes.extend(i32::try_from(number.whole()?).ok()?.to_le_bytes()),
            Scalar::U64 => bytes.extend(u64::try_from(number.whole()?).ok()?.to_le_bytes()),
            Scalar::I64 => bytes.extend(i64::try_from(number.whole()?).ok()?.to_le_bytes()),
            Scalar::F16 => {
                let value = f16::from_f64(number.float());
                bytes.extend(finite_as(value.is_finite(), number, value)?.to_le_bytes());
            }
            Scalar::F32 => {
                let value = number.float() as f32;
                bytes.extend(finite_as(value.is_finite(), number, value)?.to_le_bytes());
            }
            Scalar::F64 => bytes.extend(number.float().to_le_bytes()),
        }
        Some(())
    }

    /// The numbers that lie in memory; a part of one at the end is left out.
    pub fn decode(self, bytes: &[u8]) -> impl Iterator<Item = Number> + '_ {
        bytes.chunks_exact(self.bytes()).map(move |chunk| self.read(chunk))
    }

    /// The number that starts a piece of memory; bytes that are missing are zero.
    fn read(self, bytes: &[u8]) -> Number {
        let mut word = [0; 8];
        for (to, from) in word.iter_mut().zip(bytes) {
            *to = *from;
        }
        let wide = u64::from_le_bytes(word);
        match self {
            Scalar::Bool | Scalar::U8 => Number::Integer((wide as u8).into()),
            Scalar::I8 => Number::Integer((wide as i8).into()),
            Scalar::U16 => Number::Integer((wide as u16).into()),
            Scalar::I16 => Number::Integer((wide as i16).into()),
            Scalar::U32 => Number::Integer((wide as u32).into()),
            Scalar::I32 => Number::Integer((wide as i32).into()),
            Scalar::U64 => Number::Integer(wide.into()),
            Scalar::I64 => Number::Integer((wide as i64).into()),
            Scalar::F16 => Number::Single(f16::from_bits(wide as u16).to_f32()),
            Scalar::F32 => Number::Single(f32::from_bits(wide as u32)),
            Scalar::F64 => Number::Float(f64::from_bits(wide)),
        }
    }

    /// 0, 1, 2, … as they lie in memory; integers start again where the type
    /// ends.
    pub(super) fn count_up(self, len: usize) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(len * self.bytes());
        for i in 0..len as u64 {
            match self {
                Scalar::Bool => bytes.push(i as u8 % 2),
                Scalar::U8 | Scalar::I8 => bytes.push(i as u8),
                Scalar::U16 | Scalar::I16 => bytes.extend((i as u16).to_le_bytes()),
                Scalar::U32 | Scalar::I32 => bytes.extend((i as u32).to_le_bytes()),
                Scalar::U64 | Scalar::I64 => bytes.extend(i.to_le_bytes()),
                Scalar::F16 => bytes.extend(f16::from_f64(i as f64).to_le_bytes()),
                Scalar::F32 => bytes.extend((i as f32).to_le_bytes()),
                Scalar::F64 => bytes.extend((i as f64).to_le_bytes()),
            }
        }
        bytes
    }

    /// Random numbers as they lie in memory: floats in 0..1, integers from 0 to
    /// 99, truth values.
    pub(super) fn random(self, len: usize, seed: u64) -> Vec<u8> {
        let (element, high) = match self {
            Scalar::Bool => (Element::U32, 2.0),
            _ if self.is_float() => (Element::F32, 1.0),
            _ => (Element::U32, 100.0),
        };
        self.drawn(len, seed, element, high)
    }

    /// Random whole numbers from 0 to 9, which are easy to follow by eye; truth values.
    pub(super) fn digits(self, len: usize, seed: u64) -> Vec<u8> {
        let high = if self == Scalar::Bool { 2.0 } else { 10.0 };
        self.drawn(len, seed, Element::U32, high)
    }

    fn drawn(self, len: usize, seed: u64, element: Element, high: f32) -> Vec<u8> {
        let drawn = Init::Random { stream: 0, low: 0.0, high }.values(&OneCore, element, len, seed);
        let mut bytes = Vec::with_capacity(len * self.bytes());
        match drawn {
            Values::F32(values) => {
                for value in values {
                    // A value just below 1 may round to 1 as a 16-bit float.
                    let value = if self == Scalar::F16 { value.min(0.999) } else { value };
                    let _ = self.encode(Number::Single(value), &mut bytes);
                }
            }
            Values::U32(values) => {
                for value in values {
                    let _ = self.encode(Number::Integer(value.into()), &mut bytes);
                }
            }
            Values::I32(_) => {}
        }
        bytes
    }
}

impl fmt::Display for Scalar {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A value that is finite, or was meant not to be.
fn finite_as<T>(is_finite: bool, number: Number, value: T) -> Option<T> {
    (is_finite || !number.float().is_finite()).then_some(value)
}

/// A number of any of the types.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
#[serde(remote = "Self")]
pub enum Number {
    /// Of an integer type.
    Integer(i128),
    /// A float of 16 or 32 bits.
    Single(f32),
    /// A float of 64 bits.
    Float(f64),
}

impl Number {
    /// The number as a float, rounded if it must be.
    pub fn float(self) -> f64 {
        match self {
            Number::Integer(value) => value as f64,
            Number::Single(value) => value.into(),
            Number::Float(value) => value,
        }
    }

    fn whole(self) -> Option<i128> {
        match self {
            Number::Integer(value) => Some(value),
            _ => None,
        }
    }

    /// How far apart two numbers are; infinitely where only one of them is a
    /// number.
    pub fn distance(self, other: Number) -> f64 {
        if let (Number::Integer(a), Number::Integer(b)) = (self, other) {
            return a.abs_diff(b) as f64;
        }
        let (a, b) = (self.float(), other.float());
        if a == b || a.is_nan() && b.is_nan() {
            return 0.0;
        }
        let distance = (a - b).abs();
        if distance.is_nan() { f64::INFINITY } else { distance }
    }
}

impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Number::Integer(value) => write!(f, "{value}"),
            Number::Single(value) => write!(f, "{value}"),
            Number::Float(value) => write!(f, "{value}"),
        }
    }
}

/// JSON has no infinities and no way to say that something is not a number:
/// those become the texts `inf`, `-inf` and `NaN`. Formats that are not for people have
/// the number as it is, with its type.
impl Serialize for Number {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if !serializer.is_human_readable() {
            return Number::serialize(self, serializer);
        }
        match *self {
            Number::Integer(value) => match i64::try_from(value) {
                Ok(value) => serializer.serialize_i64(value),
                Err(_) => serializer.serialize_u64(value as u64),
            },
            Number::Single(value) if value.is_finite() => serializer.serialize_f32(value),
            Number::Float(value) if value.is_finite() => serializer.serialize_f64(value),
            other => serializer.serialize_str(&other.to_string()),
        }
    }
}

/// Reads a number that was written as JSON, which has texts for what is not
/// finite. In a case file such a text would be a mistake.
pub(super) fn from_json<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Number, D::Error> {
    #[derive(serde::Deserialize)]
    #[serde(untagged)]
    enum Written {
        Number(Number),
        Text(String),
    }
    if !deserializer.is_human_readable() {
        return Number::deserialize(deserializer);
    }
    match Written::deserialize(deserializer)? {
        Written::Number(number) => Ok(number),
        Written::Text(text) => text.parse().map(Number::Float).map_err(de::Error::custom),
    }
}

impl<'de> Deserialize<'de> for Number {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Number, D::Error> {
        match deserializer.is_human_readable() {
            true => deserializer.deserialize_any(NumberVisitor),
            false => Number::deserialize(deserializer),
        }
    }
}

struct NumberVisitor;

impl Visitor<'_> for NumberVisitor {
    type Value = Number;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a number")
    }

    /// In case files `true` is 1, which is what lies in memory.
    fn visit_bool<E: de::Error>(self, value: bool) -> Result<Number, E> {
        Ok(Number::Integer(value.into()))
    }

    fn visit_i64<E: de::Error>(self, value: i64) -> Result<Number, E> {
        Ok(Number::Integer(value.into()))
    }

    fn visit_u64<E: de::Error>(self, value: u64) -> Result<Number, E> {
        Ok(Number::Integer(value.into()))
    }

    fn visit_i128<E: de::Error>(self, value: i128) -> Result<Number, E> {
        Ok(Number::Integer(value))
    }

    fn visit_f64<E: de::Error>(self, value: f64) -> Result<Number, E> {
        Ok(Number::Float(value))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_survive_memory() {
        let check = |scalar: Scalar, number: Number, expected: Option<Number>| {
            let mut bytes = Vec::new();
            let fits = scalar.encode(number, &mut bytes).is_some();
            let read = fits.then(|| scalar.read(&bytes));
            assert_eq!(read, expected, "{number} as {scalar}");
        };
        let whole = Number::Integer;
        check(Scalar::U8, whole(255), Some(whole(255)));
        check(Scalar::U8, whole(256), None);
        check(Scalar::I8, whole(-128), Some(whole(-128)));
        check(Scalar::I8, whole(128), None);
        check(Scalar::U16, whole(65_535), Some(whole(65_535)));
        check(Scalar::U16, whole(-1), None);
        check(Scalar::I16, whole(-32_768), Some(whole(-32_768)));
        check(Scalar::I16, whole(32_768), None);
        check(Scalar::Bool, whole(1), Some(whole(1)));
        check(Scalar::Bool, whole(2), None);
        check(Scalar::U32, whole(-1), None);
        check(Scalar::U32, Number::Float(1.0), None);
        check(Scalar::I32, whole(-1), Some(whole(-1)));
        check(Scalar::U64, whole(u64::MAX.into()), Some(whole(u64::MAX.into())));
        check(Scalar::I64, whole(u64::MAX.into()), None);
        check(Scalar::F16, Number::Float(0.5), Some(Number::Single(0.5)));
        check(Scalar::F16, whole(70_000), None);
        check(Scalar::F32, whole(3), Some(Number::Single(3.0)));
        check(Scalar::F32, Number::Float(1e39), None);
        let infinity = Number::Float(f64::INFINITY);
        check(Scalar::F32, infinity, Some(Number::Single(f32::INFINITY)));
        check(Scalar::F64, Number::Float(1e300), Some(Number::Float(1e300)));
    }

    #[test]
    fn distances() {
        let check = |a: f64, b: f64, expected: f64| {
            assert_eq!(Number::Float(a).distance(Number::Float(b)), expected, "{a} {b}");
        };
        check(1.0, 1.5, 0.5);
        check(f64::NAN, f64::NAN, 0.0);
        check(f64::NAN, 1.0, f64::INFINITY);
        check(f64::INFINITY, f64::INFINITY, 0.0);
        check(f64::INFINITY, f64::NEG_INFINITY, f64::INFINITY);
        let (most, less) = (u64::MAX.into(), i128::from(u64::MAX) - 1);
        assert_eq!(Number::Integer(most).distance(Number::Integer(less)), 1.0);
    }

    #[test]
    fn random_numbers_stay_in_their_range() {
        for scalar in Scalar::ALL {
            let high = match scalar {
                Scalar::Bool => 2.0,
                _ if scalar.is_float() => 1.0,
                _ => 100.0,
            };
            let bytes = scalar.random(5000, 7);
            let numbers: Vec<f64> = scalar.decode(&bytes).map(Number::float).collect();
            assert_eq!(numbers.len(), 5000, "{scalar}");
            assert!(numbers.iter().all(|number| (0.0..high).contains(number)), "{scalar}");
            let least = if scalar == Scalar::Bool { 0.0 } else { 0.9 * high };
            assert!(numbers.iter().any(|&number| number > least), "{scalar}");
            assert_ne!(bytes, scalar.random(5000, 8), "{scalar}");
        }
    }

    #[test]
    fn counting_up_starts_again_where_the_type_ends() {
        let check = |scalar: Scalar, at: usize, expected: f64| {
            let bytes = scalar.count_up(300);
            let number = scalar.decode(&bytes).nth(at).map(Number::float);
            assert_eq!(number, Some(expected), "{scalar}");
        };
        check(Scalar::U8, 257, 1.0);
        check(Scalar::I8, 130, -126.0);
        check(Scalar::U16, 257, 257.0);
        check(Scalar::Bool, 257, 1.0);
        check(Scalar::I32, 257, 257.0);
        check(Scalar::U64, 299, 299.0);
        check(Scalar::F16, 257, 257.0);
        check(Scalar::F64, 0, 0.0);
    }
}
