//! Costs of each access of a text: a line may load from one memory and store to another, and
//! an average of the two says nothing about either.
//!
//! Beside what an access took stands what would have done. In global memory that
//! is what the same lanes would take if each asked for the element of its own
//! number, or what they took where that is less, as when all of them want the
//! same word. In shared memory it is the turns without anybody in anybody's way.

use super::coalescing::{self, TransferDirection};
use super::counters::{Counters, Tally};
use super::lines::LineIndex;
use crate::profile::Counts;
use crate::sim::code::{Code, Op, Root, SharedVariable};
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::sync::Arc;

/// What an access does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum AccessVerb {
    Load,
    Store,
    Atomic,
}

impl AccessVerb {
    /// Its name, as in `load of tile`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            AccessVerb::Load => "load",
            AccessVerb::Store => "store",
            AccessVerb::Atomic => "atomic",
        }
    }
}

/// Which memory an access goes to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum AccessedMemory {
    Global,
    Shared,
}

/// What an instruction does to memory, as far as its code says.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct AccessSite {
    memory: AccessedMemory,
    verb: AccessVerb,
    direction: Direction,
    /// What the source calls what is accessed.
    name: Arc<str>,
}

/// Which way data goes, in an order that keys of a map can have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Direction {
    Load,
    Store,
}

impl AccessSite {
    /// What each instruction of a kernel does to memory.
    pub(super) fn of_code(code: &Code) -> Vec<Option<AccessSite>> {
        let buffers: Vec<Arc<str>> =
            code.buffers.iter().map(|buffer| buffer.name.as_str().into()).collect();
        let shared: Vec<Arc<str>> =
            code.shared.iter().map(|variable| variable.name.as_str().into()).collect();
        let whole: Arc<str> = "shared memory".into();
        code.ops
            .iter()
            .map(|op| {
                let (verb, direction, memory_ref) = of_op(op)?;
                let memory_ref = code.memory_refs.get(memory_ref as usize)?;
                let (memory, name) = match memory_ref.root {
                    Root::Buffer(buffer) => {
                        (AccessedMemory::Global, buffers.get(buffer as usize)?.clone())
                    }
                    Root::Shared => {
                        let holds = |variable: &SharedVariable| {
                            let byte = memory_ref.offset.checked_sub(variable.offset);
                            byte.is_some_and(|byte| byte < variable.bytes)
                        };
                        let known = code.shared.iter().position(holds);
                        let name = known.map_or(&whole, |nth| &shared[nth]).clone();
                        (AccessedMemory::Shared, name)
                    }
                    Root::Local(_) => return None,
                };
                Some(AccessSite { memory, verb, direction, name })
            })
            .collect()
    }
}

/// What an instruction does, which way data goes, and to what it refers.
fn of_op(op: &Op) -> Option<(AccessVerb, Direction, u32)> {
    let (verb, direction, memory_ref) = match *op {
        Op::Load { memory_ref, .. } => (AccessVerb::Load, Direction::Load, memory_ref),
        Op::Store { memory_ref, .. } => (AccessVerb::Store, Direction::Store, memory_ref),
        Op::AtomicLoad { memory_ref, .. } => (AccessVerb::Atomic, Direction::Load, memory_ref),
        Op::Atomic { memory_ref, .. }
        | Op::CompareExchange { memory_ref, .. }
        | Op::AtomicStore { memory_ref, .. } => (AccessVerb::Atomic, Direction::Store, memory_ref),
        _ => return None,
    };
    Some((verb, direction, memory_ref))
}

/// What one access of the text did.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AccessCounts {
    /// Its line in the source, from 1.
    pub line: u32,
    /// The byte in the line that it starts with, from 1.
    pub column: u32,
    /// How many bytes of the source it is.
    pub length: u32,
    pub verb: AccessVerb,
    pub memory: AccessedMemory,
    /// What the source calls what is accessed.
    pub name: String,
    /// What a transaction in global memory is called under the model's rule.
    pub unit: Cow<'static, str>,
    /// The transactions in global memory that would have done.
    pub least_transactions: u64,
    /// The bytes from global memory that would have done.
    pub least_bytes_moved: u64,
    /// What it took.
    #[serde(flatten)]
    pub counts: Counts,
}

impl AccessCounts {
    /// Accesses of warps.
    #[must_use]
    pub fn requests(&self) -> u64 {
        match self.memory {
            AccessedMemory::Global => self.counts.global_requests,
            AccessedMemory::Shared => self.counts.shared_requests,
        }
    }

    /// How many times as much it took as would have done, of what is wasted most;
    /// 1 where nothing is.
    #[must_use]
    pub fn waste(&self) -> f64 {
        let times = |took: u64, least: u64| match least {
            0 => 1.0,
            least => (took as f64 / least as f64).max(1.0),
        };
        let counts = &self.counts;
        match self.memory {
            AccessedMemory::Global => times(counts.global_transactions, self.least_transactions)
                .max(times(counts.global_bytes_moved, self.least_bytes_moved)),
            AccessedMemory::Shared => times(counts.shared_turns, counts.least_shared_turns()),
        }
    }
}

/// The accesses that were counted, in the order of the text.
pub(super) fn of(counters: &Counters<'_>, text: &str) -> Vec<AccessCounts> {
    let lines = LineIndex::new(text);
    let of_site = |((range, site), tally): ((_, Option<AccessSite>), Tally)| {
        let ((start, end), site): ((usize, usize), _) = (Option::zip(range, site))?;
        let direction = match site.direction {
            Direction::Load => TransferDirection::Load,
            Direction::Store => TransferDirection::Store,
        };
        let found = AccessCounts {
            line: lines.line(start),
            column: lines.column(start),
            length: (end - start) as u32,
            verb: site.verb,
            memory: site.memory,
            name: site.name.to_string(),
            unit: coalescing::unit(counters.model(), direction).into(),
            least_transactions: tally.least_transactions,
            least_bytes_moved: tally.least_bytes,
            counts: tally.counts,
        };
        (found.requests() > 0).then_some(found)
    };
    counters.by_site().into_iter().filter_map(of_site).collect()
}
