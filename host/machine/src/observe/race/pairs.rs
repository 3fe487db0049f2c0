//! The races that were found, one for each pair of instructions.

use super::clock::{Clock, Record, Relation};
use super::shadow::Conflict;
use crate::finding::{FindingKind, Severity};
use crate::observe::finding::{Found, OTHER_LINE};
use crate::observe::program::{Program, block_name, times};
use crate::sim::{AccessKind, Site, Space};
use std::collections::HashMap;
use std::collections::hash_map::Entry;

/// Pairs that are kept at most.
const MOST_PAIRS: usize = 256;

/// What was found so far.
#[derive(Clone, Debug, Default)]
pub(super) struct Pairs {
    list: Vec<Race>,
    /// Where in the list a pair stands.
    index: HashMap<(u32, u32), usize>,
}

/// A race of two instructions: the first and worst case, and how many there were.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Race {
    found: Found,
    count: u64,
}

/// Where a conflict was found.
pub(super) struct Scene<'a> {
    pub(super) program: &'a Program,
    pub(super) clock: &'a Clock,
    pub(super) site: &'a Site,
    pub(super) space: Space,
    pub(super) kind: AccessKind,
}

impl Pairs {
    pub(super) fn add(&mut self, scene: &Scene<'_>, conflict: &Conflict) {
        let severity = severity(scene.space, conflict);
        let (op, other) = (scene.site.op, scene.clock.op(conflict.old));
        match self.index.entry((op.min(other), op.max(other))) {
            Entry::Occupied(entry) => {
                let race = &mut self.list[*entry.get()];
                race.count += 1;
                if severity > race.found.severity {
                    race.found = found(scene, conflict, severity);
                }
            }
            Entry::Vacant(entry) if self.list.len() < MOST_PAIRS => {
                entry.insert(self.list.len());
                self.list.push(Race { found: found(scene, conflict, severity), count: 1 });
            }
            Entry::Vacant(_) => {}
        }
    }

    /// Takes over what later blocks found.
    pub(super) fn join(&mut self, later: Pairs) {
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

    pub(super) fn findings(&self) -> Vec<Found> {
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

fn found(scene: &Scene<'_>, conflict: &Conflict, severity: Severity) -> Found {
    let thread =
        |record: Record| scene.program.thread(scene.clock.warp(record), scene.clock.lane(record));
    Found {
        kind: FindingKind::Race,
        severity,
        message: message(scene, conflict, thread(conflict.new), thread(conflict.old)),
        op: scene.site.op,
        other_op: Some(scene.clock.op(conflict.old)),
        lanes: vec![thread(conflict.new), thread(conflict.old)],
        block: Some(scene.site.block),
        address: Some(conflict.byte.into()),
        step: Some(scene.site.step),
    }
}

fn message(scene: &Scene<'_>, conflict: &Conflict, new: u32, old: u32) -> String {
    let variable = scene.program.name(scene.site.op, scene.space, conflict.byte);
    let [mut new, mut old] = [new, old].map(|thread| format!("thread {thread}"));
    if conflict.relation == Relation::Blocks {
        new = format!("{new} of {}", block_name(scene.site.block));
        old = format!("{old} of {}", block_name(scene.clock.block_of(conflict.old)));
    }
    let verb = match scene.kind {
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
    let place = if scene.site.op == scene.clock.op(conflict.old) {
        "with the same instruction".to_owned()
    } else {
        format!("at {OTHER_LINE}")
    };
    let why = reason(scene, conflict, is_atomic);
    format!("{new} {verb} {variable}, which {old} {other_verb} {place}; {why}.")
}

/// Why that is a race, and what to do.
fn reason(scene: &Scene<'_>, conflict: &Conflict, old_is_atomic: bool) -> &'static str {
    let shared = scene.space == Space::Shared;
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
        _ if old_is_atomic || scene.kind.is_atomic() => {
            "an atomic is safe against other atomics only, and no barrier orders the two"
        }
        _ if shared => "no barrier orders the two: workgroupBarrier() is missing between them",
        _ => "no barrier orders the two: storageBarrier() is missing between them",
    }
}
