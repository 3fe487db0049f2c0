//! Memory in a message.
//!
//! JSON would write a word as up to ten digits and a comma, and has no word at
//! all for floats that are not finite. Two hexadecimal digits for each byte are
//! shorter, quick to read, and lose nothing.

use serde::de::{self, Deserialize, Deserializer, Visitor};
use serde::ser::{Serialize, Serializer};
use std::fmt;

/// Bytes as they lie in memory.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Bytes(pub Vec<u8>);

impl Serialize for Bytes {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        const DIGITS: &[u8; 16] = b"0123456789abcdef";
        let digit = |nibble: u8| char::from(DIGITS[usize::from(nibble & 15)]);
        let mut text = String::with_capacity(2 * self.0.len());
        for byte in &self.0 {
            text.push(digit(byte >> 4));
            text.push(digit(*byte));
        }
        serializer.serialize_str(&text)
    }
}

impl<'de> Deserialize<'de> for Bytes {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Bytes, D::Error> {
        deserializer.deserialize_str(BytesVisitor)
    }
}

struct BytesVisitor;

impl Visitor<'_> for BytesVisitor {
    type Value = Bytes;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("two hexadecimal digits for each byte")
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<Bytes, E> {
        let bad = || E::invalid_value(de::Unexpected::Other("other characters"), &self);
        let (pairs, rest) = text.as_bytes().as_chunks::<2>();
        if !rest.is_empty() {
            return Err(bad());
        }
        let pair = |&[high, low]: &[u8; 2]| Some(nibble(high)? << 4 | nibble(low)?);
        let bytes: Option<Vec<u8>> = pairs.iter().map(pair).collect();
        bytes.map(Bytes).ok_or_else(bad)
    }
}

fn nibble(digit: u8) -> Option<u8> {
    match digit {
        b'0'..=b'9' => Some(digit - b'0'),
        b'a'..=b'f' => Some(digit - b'a' + 10),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_survive_the_pipe() {
        let check = |bytes: &[u8], expected: &str| {
            let text = serde_json::to_string(&Bytes(bytes.to_vec())).unwrap();
            assert_eq!(text, expected);
            assert_eq!(serde_json::from_str::<Bytes>(&text).unwrap().0, bytes);
        };
        check(&[], "\"\"");
        check(&[0, 1, 0x7f, 0xff], "\"00017fff\"");
        let all: Vec<u8> = (0..=255).collect();
        let text = serde_json::to_string(&Bytes(all.clone())).unwrap();
        assert_eq!(serde_json::from_str::<Bytes>(&text).unwrap(), Bytes(all));
    }

    #[test]
    fn what_is_no_memory_is_refused() {
        for text in ["\"0\"", "\"0g\"", "\"0A\"", "\"é\"", "7", "null", "\"00 1\""] {
            assert!(serde_json::from_str::<Bytes>(text).is_err(), "{text}");
        }
    }
}
