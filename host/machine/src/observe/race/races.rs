//! The races that were found, one for each pair of instructions.

use super::clock::Relation;
use super::conflict::Conflict;
use super::reason;
use crate::finding::{FindingKind, Severity};
use crate::observe::finding::UnlocatedFinding;
use crate::observe::kernel::{LaunchedKernel, times};
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
    pub(super) site: &'a Site,
    pub(super) space: Space,
    pub(super) kind: AccessKind,
}

impl Races {
    pub(super) fn add(&mut self, at: &ConflictSite<'_>, conflict: &Conflict) {
        let severity = severity(at.space, conflict);
        match self.index.entry(key(at.kernel, at.site.op, conflict.old.op)) {
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
    pub(super) fn join(&mut self, later: Races, kernel: &LaunchedKernel) {
        for race in later.list {
            let (op, other) = (race.found.op, race.found.other_op.unwrap_or(race.found.op));
            match self.index.entry(key(kernel, op, other)) {
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

/// What a pair of instructions is known by. The load and the store of `a[i] += x`
/// are one.
fn key(kernel: &LaunchedKernel, op: u32, other: u32) -> (u32, u32) {
    match kernel.update(op, other) {
        Some(update) => (update.store, update.store),
        None => (op.min(other), op.max(other)),
    }
}

fn severity(space: Space, conflict: &Conflict) -> Severity {
    let warned = matches!(space, Space::Global(_)) && conflict.relation == Relation::WrongBarrier;
    if conflict.same_value || warned { Severity::Warning } else { Severity::Error }
}

fn found(at: &ConflictSite<'_>, conflict: &Conflict, severity: Severity) -> UnlocatedFinding {
    // The line of an update is that of its store.
    let update = at.kernel.update(at.site.op, conflict.old.op);
    UnlocatedFinding {
        kind: FindingKind::Race,
        severity,
        message: reason::message(at, conflict),
        op: update.map_or(at.site.op, |update| update.store),
        other_op: Some(update.map_or(conflict.old.op, |update| update.load)),
        lanes: vec![conflict.new.thread, conflict.old.thread],
        block: Some(at.site.block),
        address: Some(conflict.byte.into()),
        step: Some(at.site.step),
    }
}
