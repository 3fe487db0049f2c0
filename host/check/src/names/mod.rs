//! Names that lead out of the text: `use` declarations, paths of several words, and the
//! library that they reach into.

pub(crate) mod imports;
pub(crate) mod library;
pub(crate) mod path;
