//! Findings: what was found while a kernel ran.

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;
pub use warpbench_codes::Severity;
use warpbench_codes::{self as codes, Code};

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
    /// An access to a place that its type does not allow.
    Alignment,
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
    /// All kinds, in the order of their codes.
    pub const ALL: [FindingKind; 13] = [
        FindingKind::Race,
        FindingKind::Bounds,
        FindingKind::Uninit,
        FindingKind::Barrier,
        FindingKind::Arithmetic,
        FindingKind::Assertion,
        FindingKind::WarpOperation,
        FindingKind::Endless,
        FindingKind::Uncoalesced,
        FindingKind::BankConflict,
        FindingKind::SameWord,
        FindingKind::Divergence,
        FindingKind::Alignment,
    ];

    /// What is wrong with a kernel, which detectors find and labs can rule out.
    pub const WRONG: [FindingKind; 9] = [
        FindingKind::Race,
        FindingKind::Bounds,
        FindingKind::Uninit,
        FindingKind::Barrier,
        FindingKind::Arithmetic,
        FindingKind::Assertion,
        FindingKind::WarpOperation,
        FindingKind::Endless,
        FindingKind::Alignment,
    ];

    /// What it is told by, and what its explanation is found by.
    pub fn code(self) -> Code {
        match self {
            FindingKind::Race => codes::F0001,
            FindingKind::Bounds => codes::F0002,
            FindingKind::Uninit => codes::F0003,
            FindingKind::Barrier => codes::F0004,
            FindingKind::Arithmetic => codes::F0005,
            FindingKind::Assertion => codes::F0006,
            FindingKind::WarpOperation => codes::F0007,
            FindingKind::Endless => codes::F0008,
            FindingKind::Uncoalesced => codes::F0009,
            FindingKind::BankConflict => codes::F0010,
            FindingKind::SameWord => codes::F0011,
            FindingKind::Divergence => codes::F0012,
            FindingKind::Alignment => codes::F0013,
        }
    }

    /// As labs, cases and the command line spell it.
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
            FindingKind::Alignment => "alignment",
        }
    }
}

impl fmt::Display for FindingKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Something that was found while a kernel ran. As data it has its code, which its kind
/// says, as well.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(remote = "Self")]
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

impl Serialize for Finding {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        struct WithCode<'a> {
            code: Code,
            #[serde(flatten, with = "Finding")]
            finding: &'a Finding,
        }
        WithCode { code: self.kind.code(), finding: self }.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Finding {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Finding, D::Error> {
        Finding::deserialize(deserializer)
    }
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
