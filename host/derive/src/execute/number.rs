//! The host's numbers by name, and those that lie in its arrays.

use super::HostArray;
use crate::constant::Values;
use crate::evaluate::NotComputed;
use crate::tree::Element;
use std::collections::BTreeMap;
use warpbench_front::rust::number::Number;
use warpbench_front::rust::types::{FloatTy, IntTy};

/// A number, or why there is none.
pub(super) type Computed = Result<Number, Box<NotComputed>>;

/// The numbers of a function by name, with those that could not be computed.
#[derive(Clone, Debug, Default)]
pub(super) struct Numbers {
    pub(super) by_name: BTreeMap<String, Computed>,
}

impl Numbers {
    /// The whole numbers among them.
    pub(super) fn integers(&self) -> Values {
        let integers = self.by_name.iter().filter_map(|(name, own)| match own {
            Ok(number @ (Number::Int(..) | Number::OpenInt(_) | Number::Bool(_))) => {
                Some((name.clone(), number.clone()))
            }
            _ => None,
        });
        integers.collect()
    }
}

/// A number as it lies in memory.
pub(super) fn bytes(number: &Number, element: Element) -> Option<Vec<u8>> {
    let bytes = match number.clone().typed(&element.ty()).ok()? {
        Number::Float(value, FloatTy::F32) => (value as f32).to_le_bytes().to_vec(),
        Number::Float(value, FloatTy::F64) => value.to_le_bytes().to_vec(),
        Number::Int(value, _) => value.to_le_bytes().to_vec(),
        Number::Bool(truth) => vec![truth.into()],
        Number::Float(_, FloatTy::F16) | Number::OpenInt(_) | Number::OpenFloat(_) => return None,
    };
    bytes.get(..element.bytes() as usize).map(<[u8]>::to_vec)
}

/// An element of an array of the host.
pub(super) fn element(array: &HostArray, index: u64) -> Option<Number> {
    let size = array.element.bytes() as usize;
    let index = usize::try_from(index).ok()?;
    let bytes = array.bytes.get(index * size..(index + 1) * size)?;
    let mut wide = [0; 8];
    wide[..size].copy_from_slice(bytes);
    let bits = u64::from_le_bytes(wide);
    let (value, int) = match array.element {
        Element::Bool => return Some(Number::Bool(bits != 0)),
        Element::F32 => {
            return Some(Number::Float(f32::from_bits(bits as u32).into(), FloatTy::F32));
        }
        Element::F64 => return Some(Number::Float(f64::from_bits(bits), FloatTy::F64)),
        Element::I8 => (i128::from(bits as i8), IntTy::I8),
        Element::I16 => (i128::from(bits as i16), IntTy::I16),
        Element::I32 => (i128::from(bits as i32), IntTy::I32),
        Element::I64 => (i128::from(bits as i64), IntTy::I64),
        Element::U8 => (bits.into(), IntTy::U8),
        Element::U16 => (bits.into(), IntTy::U16),
        Element::U32 => (bits.into(), IntTy::U32),
        Element::U64 => (bits.into(), IntTy::U64),
        Element::Usize => (bits.into(), IntTy::Usize),
    };
    Some(Number::Int(value, int))
}
