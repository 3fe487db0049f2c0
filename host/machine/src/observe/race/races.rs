//! The races that were found, one for each pair of instructions.

use super::clock::{AccessRecord, Clock, Relation};
use super::shadow::Conflict;
use crate::finding::{FindingKind, Severity};
use crate::observe::finding::{OTHER_LINE, UnlocatedFinding};
use crate::observe::kernel::{LaunchedKernel, block_name, times};
use crate::sim::{AccessKind, Site, Space};
use std::collections::HashMap;
use std::collections::hash_map::Entry;

/// Pairs that are kept at most.
const MOST_PAIRS: usize = 256;

/// What was found so far.
#[derive(Clone, Debug, Default)]
pub(super) struct Races {
    list: Vec<RacePair>,
    /// Where in the list a pair stands.
    index: HashMap<(u32, u32), usize>,
}

/// A race of two instructions: the first and worst case, and how many there were.
#[derive(Clone, Debug, PartialEq, Eq)]
struct RacePair {
    found: UnlocatedFinding,
    count: u64,
}

/// Where a conflict was found.
pub(super) struct ConflictSite<'a> {
    pub(super) kernel: &'a LaunchedKernel,
    pub(super) clock: &'a Clock,
    pub(super) site: &'a Site,
    pub(super) space: Space,
    pub(super) kind: AccessKind,
}

impl Races {
    pub(super) fn add(&mut self, at: &ConflictSite<'_>, conflict: &Conflict) {
        let severity = severity(at.space, conflict);
        let (op, other) = (at.site.op, at.clock.op(conflict.old));
        match self.index.entry((op.min(other), op.max(other))) {
            Entry::Occupied(entry) => {
                let race = &mut self.list[*entry.get()];
                race.count += 1;
                if severity > race.found.severity {
                    race.found = found(at, conflict, severity);
                }
            }
            Entry::Vacant(entry) if self.list.len() < MOST_PAIRS => {
                entry.insert(self.list.len());
                self.list.push(RacePair { found: found(at, conflict, severity), count: 1 });
            }
            Entry::Vacant(_) => {}
        }
    }

    /// Takes over what later blocks found.
    pub(super) fn join(&mut self, later: Races) {
        for race in later.list {
            let (op, other) = (race.found.op, race.found.other_op.unwrap_or(race.found.op));
            match self.index.entry((op.min(other), op.max(other))) {
                Entry::Occupied(entry) => {
                    let own = &mut self.list[*entry.get()];
                    own.count += race.count;
                    if race.found.severity > own.found.severity {
                        own.found = race.found;
                    }
                }
                Entry::Vacant(entry) if self.list.len() < MOST_PAIRS => {
                    entry.insert(self.list.len());
                    self.list.push(race);
                }
                Entry::Vacant(_) => {}
            }
        }
    }

    pub(super) fn findings(&self) -> Vec<UnlocatedFinding> {
        self.list
            .iter()
            .map(|race| {
                let mut found = race.found.clone();
                found.message.push_str(&times(race.count));
                found
            })
            .collect()
    }
}

fn severity(space: Space, conflict: &Conflict) -> Severity {
    let warned = matches!(space, Space::Global(_)) && conflict.relation == Relation::WrongBarrier;
    if conflict.same_value || warned { Severity::Warning } else { Severity::Error }
}

fn found(at: &ConflictSite<'_>, conflict: &Conflict, severity: Severity) -> UnlocatedFinding {
    let thread =
        |record: AccessRecord| at.kernel.thread(at.clock.warp(record), at.clock.lane(record));
    UnlocatedFinding {
        kind: FindingKind::Race,
        severity,
        message: message(at, conflict, thread(conflict.new), thread(conflict.old)),
        op: at.site.op,
        other_op: Some(at.clock.op(conflict.old)),
        lanes: vec![thread(conflict.new), thread(conflict.old)],
        block: Some(at.site.block),
        address: Some(conflict.byte.into()),
        step: Some(at.site.step),
    }
}

fn message(at: &ConflictSite<'_>, conflict: &Conflict, new: u32, old: u32) -> String {
    let variable = at.kernel.name(at.site.op, at.space, conflict.byte);
    let [mut new, mut old] = [new, old].map(|thread| format!("thread {thread}"));
    if conflict.relation == Relation::Blocks {
        new = format!("{new} of {}", block_name(at.site.block));
        old = format!("{old} of {}", block_name(at.clock.block_of(conflict.old)));
    }
    let verb = match at.kind {
        AccessKind::Load => "reads",
        AccessKind::Store => "writes",
        AccessKind::Atomic => "atomically updates",
        AccessKind::AtomicLoad => "atomically reads",
        AccessKind::AtomicStore => "atomically writes",
    };
    let is_atomic = conflict.old & super::clock::ATOMIC != 0;
    let other_verb = match (conflict.old_writes, is_atomic) {
        (true, true) => "atomically changes",
        (true, false) => "writes",
        (false, true) => "atomically reads",
        (false, false) => "reads",
    };
    let place = if at.site.op == at.clock.op(conflict.old) {
        "with the same instruction".to_owned()
    } else {
        format!("at {OTHER_LINE}")
    };
    let why = reason(at, conflict, is_atomic);
    format!("{new} {verb} {variable}, which {old} {other_verb} {place}; {why}.")
}

/// Why that is a race, and what to do.
fn reason(at: &ConflictSite<'_>, conflict: &Conflict, old_is_atomic: bool) -> &'static str {
    let shared = at.space == Space::Shared;
    match conflict.relation {
        _ if conflict.same_value => {
            "nothing orders them, but both write the same value, which may be meant; let one \
             thread write it, or use an atomic, to be safe"
        }
        Relation::Blocks => {
            "blocks run in any order and no barrier reaches across them: give each block words \
             of its own, use an atomic, or split the work into two launches"
        }
        Relation::WrongBarrier if shared => {
            "the barrier between them is for buffers only, shared memory needs workgroupBarrier()"
        }
        Relation::WrongBarrier => {
            "workgroupBarrier() between them orders shared memory only: WGSL asks for \
             storageBarrier() here, while CUDA's __syncthreads() orders both"
        }
        _ if old_is_atomic || at.kind.is_atomic() => {
            "an atomic is safe against other atomics only, and no barrier orders the two"
        }
        _ if shared => "no barrier orders the two: workgroupBarrier() is missing between them",
        _ => "no barrier orders the two: storageBarrier() is missing between them",
    }
}
