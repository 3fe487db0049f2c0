//! Names that lead out of the text: `use` declarations, paths of several words, who may use
//! what they lead to, and the library that they reach into.

pub(crate) mod imports;
pub(crate) mod library;
pub(crate) mod path;
pub(crate) mod privacy;
