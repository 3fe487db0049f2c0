//! Long arrays as byte strings, for formats that have them: number by number they take
//! long to write and to read. For `#[serde(with = "warpbench_machine::bytes")]`.
//!
//! The bytes lie as they do in memory: who reads them is on the same machine.

use bytemuck::{NoUninit, Pod};
use serde::de::{Error, Visitor};
use serde::{Deserializer, Serializer};
use std::fmt;
use std::marker::PhantomData;
use std::ops::Deref;

/// Writes an array.
pub fn serialize<A, T, S>(array: &A, serializer: S) -> Result<S::Ok, S::Error>
where
    A: Deref<Target = [T]>,
    T: NoUninit,
    S: Serializer,
{
    serializer.serialize_bytes(bytemuck::cast_slice(array))
}

/// Reads an array that was written so.
pub fn deserialize<'de, A, T, D>(deserializer: D) -> Result<A, D::Error>
where
    A: Deref<Target = [T]> + From<Vec<T>>,
    T: Pod,
    D: Deserializer<'de>,
{
    deserializer.deserialize_bytes(ArrayVisitor(PhantomData))
}

struct ArrayVisitor<A>(PhantomData<A>);

impl<A, T> Visitor<'_> for ArrayVisitor<A>
where
    A: Deref<Target = [T]> + From<Vec<T>>,
    T: Pod,
{
    type Value = A;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "bytes of whole elements of {}", size_of::<T>())
    }

    fn visit_bytes<E: Error>(self, bytes: &[u8]) -> Result<A, E> {
        match bytes.len().is_multiple_of(size_of::<T>()) {
            true => Ok(bytemuck::pod_collect_to_vec(bytes).into()),
            false => Err(E::invalid_length(bytes.len(), &self)),
        }
    }
}
