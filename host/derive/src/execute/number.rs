//! The host's numbers, each in the type that Rust gives it.
//!
//! Whole numbers are 64 bits wide here. A fraction is an `f32` or an `f64`, and a literal
//! without a suffix takes the type of what it meets.

use super::{HostArray, NotComputed};
use crate::constant::Values;
use crate::tree::Element;
use std::collections::BTreeMap;

/// A number of the host.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum HostNumber {
    /// A whole number; a truth is 0 or 1.
    Integer(i64),
    Single(f32),
    Double(f64),
    /// A literal whose type does not show yet.
    Written(String),
}

impl HostNumber {
    /// The type, if it is that of a fraction.
    pub(super) fn fraction(&self) -> Option<Element> {
        match self {
            HostNumber::Single(_) => Some(Element::F32),
            HostNumber::Double(_) => Some(Element::F64),
            HostNumber::Integer(_) | HostNumber::Written(_) => None,
        }
    }

    /// A literal in the type that it turns out to have.
    pub(super) fn typed(self, element: Option<Element>) -> HostNumber {
        let typed = match (&self, element) {
            (HostNumber::Written(text), Some(Element::F32)) => {
                text.parse().ok().map(HostNumber::Single)
            }
            (HostNumber::Written(text), Some(Element::F64)) => {
                text.parse().ok().map(HostNumber::Double)
            }
            _ => None,
        };
        typed.unwrap_or(self)
    }

    /// The number as it lies in memory.
    pub(super) fn bytes(&self, element: Element) -> Option<Vec<u8>> {
        match (self.clone().typed(Some(element)), element) {
            (HostNumber::Single(value), Element::F32) => Some(value.to_le_bytes().to_vec()),
            (HostNumber::Double(value), Element::F64) => Some(value.to_le_bytes().to_vec()),
            (HostNumber::Integer(_), Element::F32 | Element::F64) => None,
            (HostNumber::Integer(value), _) => {
                Some(value.to_le_bytes()[..element.bytes() as usize].to_vec())
            }
            _ => None,
        }
    }
}

/// A number, or why there is none.
pub(super) type Computed = Result<HostNumber, Box<NotComputed>>;

/// The numbers of a function by name, with those that could not be computed.
#[derive(Clone, Debug, Default)]
pub(super) struct Numbers {
    pub(super) by_name: BTreeMap<String, Computed>,
}

impl Numbers {
    /// The whole numbers among them.
    pub(super) fn integers(&self) -> Values {
        let integers = self.by_name.iter().filter_map(|(name, own)| match own {
            Ok(HostNumber::Integer(value)) => Some((name.clone(), *value)),
            _ => None,
        });
        integers.collect()
    }
}

/// An element of an array of the host.
pub(super) fn element(array: &HostArray, index: usize) -> Option<HostNumber> {
    let size = array.element.bytes() as usize;
    let bytes = array.bytes.get(index * size..(index + 1) * size)?;
    let mut wide = [0; 8];
    wide[..size].copy_from_slice(bytes);
    let bits = u64::from_le_bytes(wide);
    Some(match array.element {
        Element::F32 => HostNumber::Single(f32::from_bits(bits as u32)),
        Element::F64 => HostNumber::Double(f64::from_bits(bits)),
        Element::I8 => HostNumber::Integer(i64::from(bits as i8)),
        Element::I16 => HostNumber::Integer(i64::from(bits as i16)),
        Element::I32 => HostNumber::Integer(i64::from(bits as i32)),
        Element::I64 => HostNumber::Integer(bits as i64),
        Element::U8 | Element::U16 | Element::U32 | Element::Bool => {
            HostNumber::Integer(i64::try_from(bits).ok()?)
        }
        Element::U64 | Element::Usize => HostNumber::Integer(i64::try_from(bits).ok()?),
    })
}
