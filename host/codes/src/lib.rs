//! Codes: the identity of everything that can be wrong with a kernel.
//!
//! A mistake in a text and a finding of a run are told apart by their [`Code`], never by
//! their words, which may change. The table in `table.rs` is the list of them; each has
//! an [`Explanation`] in `assets/explanations`, a file of the code's name.
//!
//! What rustc reports has rustc's own code, `E0308`. Ours begin with other letters;
//! [`GROUPS`] says what the codes of each are about.

mod explanation;
mod find;
mod group;
mod severity;
mod table;

pub use explanation::{Explanation, Launch, MarkedLine, explanation};
pub use find::UnknownCode;
pub use group::{GROUPS, Group};
pub use severity::Severity;
pub use table::*;

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;

/// The code of one thing that can be wrong.
///
/// ```
/// use warpbench_codes::{Code, E0308};
///
/// assert_eq!(Code::find("e0308"), Some(E0308));
/// assert_eq!(E0308.to_string(), "E0308");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Code(&'static str);

impl Code {
    /// As it is written: a letter and four digits.
    pub fn name(self) -> &'static str {
        self.0
    }
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.0)
    }
}

impl fmt::Debug for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}

impl Serialize for Code {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.0)
    }
}

impl<'de> Deserialize<'de> for Code {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Code, D::Error> {
        let name = String::deserialize(deserializer)?;
        Code::find(&name).ok_or_else(|| serde::de::Error::custom(format!("no code is `{name}`")))
    }
}

/// A row of the table of codes.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    pub code: Code,
    /// How bad it is, as a rule.
    pub severity: Severity,
    /// What it is about, in a few words.
    pub title: &'static str,
}
