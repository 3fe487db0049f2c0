//! Severity: how bad something is that was found.

use serde::{Deserialize, Serialize};

/// How bad it is.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// It works, but it could be faster.
    Advice,
    /// It is a program, but hardly the one that was meant.
    Warning,
    /// It is wrong.
    #[default]
    Error,
}
