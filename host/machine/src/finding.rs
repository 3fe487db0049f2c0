//! What was found while a kernel ran.

use serde::{Deserialize, Serialize};
use std::fmt;

/// What kind of thing was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FindingKind {
    /// Two accesses to the same bytes, one a write, that nothing orders.
    Race,
    /// An index past the end of an array.
    Bounds,
    /// A read of shared memory that nobody has written.
    Uninit,
    /// A barrier that some lanes do not come to.
    Barrier,
    /// Arithmetic whose result does not fit, or that has none.
    Arithmetic,
    /// An assertion that does not hold, or a panic.
    Assertion,
    /// A warp operation with lanes that are not there.
    WarpOperation,
    /// A loop that does not seem to end.
    Endless,
    /// Accesses to global memory that move much more than is wanted.
    Uncoalesced,
    /// Accesses to shared memory that queue up at its banks.
    BankConflict,
    /// Atomics in shared memory that queue up at one word.
    SameWord,
    /// Branches at which warps split.
    Divergence,
}

impl FindingKind {
    /// As the command line and JSON spell it.
    pub fn name(self) -> &'static str {
        match self {
            FindingKind::Race => "race",
            FindingKind::Bounds => "bounds",
            FindingKind::Uninit => "uninit",
            FindingKind::Barrier => "barrier",
            FindingKind::Arithmetic => "arithmetic",
            FindingKind::Assertion => "assertion",
            FindingKind::WarpOperation => "warp",
            FindingKind::Endless => "endless",
            FindingKind::Uncoalesced => "uncoalesced",
            FindingKind::BankConflict => "bank-conflict",
            FindingKind::SameWord => "same-word",
            FindingKind::Divergence => "divergence",
        }
    }
}

impl fmt::Display for FindingKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// It works, but it could be faster.
    Advice,
    Warning,
    Error,
}

/// Something that was found while a kernel ran.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Finding {
    pub kind: FindingKind,
    pub severity: Severity,
    /// What happened and what to do about it.
    pub message: String,
    /// The line in the source, from 1.
    pub line: u32,
    /// The column in the line, from 1.
    pub column: u32,
    /// The line of the other access, of two.
    pub other_line: Option<u32>,
    /// The calls that lead from the kernel to the line, the kernel's own first; none
    /// where the line is the kernel's.
    pub calls: Vec<FoundCall>,
    /// The same for the other access.
    pub other_calls: Vec<FoundCall>,
    /// The lanes, or threads of the block, that it is about.
    pub lanes: Vec<u32>,
    /// The block, x, y, z.
    pub block: Option<[u32; 3]>,
    /// The byte in its memory.
    pub address: Option<u64>,
    /// How many instructions the block's warps had executed.
    pub step: Option<u64>,
}

/// A call on the way from a kernel to what was found.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FoundCall {
    /// The function that is called; a closure may have no name.
    pub function: Option<String>,
    /// The function that calls it.
    pub caller: Option<String>,
    /// The line of the call, from 1.
    pub line: u32,
    /// The column in the line, from 1.
    pub column: u32,
}

impl Finding {
    /// How a kernel comes to the line of a finding, and to the other line: `in
    /// `load`, called at line 12 from `kernel``. Nothing where both are the kernel's own.
    pub fn way(&self) -> Option<String> {
        match (way(&self.calls), way(&self.other_calls)) {
            (None, None) => None,
            (Some(way), None) => Some(way),
            (Some(way), Some(_)) if self.other_calls == self.calls => Some(way),
            (way, Some(other)) => {
                let line = self.other_line.unwrap_or_default();
                let other = format!("line {line} is {other}");
                Some(way.map_or(other.clone(), |way| format!("{way}; {other}")))
            }
        }
    }
}

/// Calls in words, from the function that something is in back to the kernel.
fn way(calls: &[FoundCall]) -> Option<String> {
    let name = |function: &Option<String>| match function {
        Some(name) => format!("`{name}`"),
        None => "a closure".to_owned(),
    };
    let mut words = format!("in {}", name(&calls.last()?.function));
    for call in calls.iter().rev() {
        words += &format!(", called at line {} from {}", call.line, name(&call.caller));
    }
    Some(words)
}
