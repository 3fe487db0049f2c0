//! Messages between the window and its background, as bytes: where the background has a
//! memory of its own, as in a browser, nothing else gets there.
//!
//! Who says what is `session` for runs and checks and `labs::session` for grading. Both
//! sides are the same program, so what is part of it travels by its name ([`by_name`]).

pub mod by_name;

#[cfg(test)]
mod tests;

use rmp_serde::decode::Deserializer;
use serde::Serialize;
use serde::de::DeserializeOwned;

/// No message nests deeper; what pretends to is broken.
const MOST_DEPTH: usize = 64;

/// A message as bytes.
pub fn encode<T: Serialize>(message: &T) -> Vec<u8> {
    rmp_serde::to_vec_named(message).unwrap_or_else(|error| {
        // Nobody can read this, which is what the other side then says.
        tracing::error!("a message cannot be written: {error}");
        Vec::new()
    })
}

/// The message that bytes say; a sentence where they say none.
pub fn decode<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, String> {
    let mut deserializer = Deserializer::from_read_ref(bytes);
    deserializer.set_max_depth(MOST_DEPTH);
    // Through an object, because the code that reads any type would be there once for
    // each of the many, and a browser has to download it.
    let mut object = <dyn erased_serde::Deserializer<'_>>::erase(&mut deserializer);
    erased_serde::deserialize(&mut object).map_err(|error| {
        format!("A message between the window and its background cannot be read: {error}.")
    })
}
