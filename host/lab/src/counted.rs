//! Counters of a run, by the names that claims use: `bank_conflicts`, `input.loads.sectors`,
//! `solution.time`.

use crate::expression::{NameError, Names};
use crate::schema::Size;
use crate::text::TextFacts;
use std::collections::BTreeMap;
use warpbench_machine::observe::accesses::{AccessCounts, AccessVerb, AccessedMemory};
use warpbench_machine::observe::counters::Counts;
use warpbench_simulate::report::Simulation;

/// A run, as far as claims are about it.
#[derive(Clone, Debug)]
pub(crate) struct CountedRun {
    pub(crate) simulation: Simulation,
    pub(crate) facts: TextFacts,
}

/// What claims may name: the run of a submission, and those of the lab's own texts.
pub(crate) struct CountedNames<'a> {
    pub(crate) size: &'a Size,
    pub(crate) run: &'a CountedRun,
    /// By their names: `solution`, `starter`.
    pub(crate) others: BTreeMap<&'static str, &'a CountedRun>,
}

/// The counters that a claim may name, with what they are.
pub const COUNTERS: [(&str, &str); 22] = [
    ("instructions", "instructions, each counted once for its warp"),
    ("lane_instructions", "instructions, each counted for every lane that took part"),
    ("requests", "accesses of warps to memory"),
    ("sectors", "distinct 32-byte sectors of accesses to global memory"),
    ("transactions", "transactions of global memory under the model's rule"),
    ("least_transactions", "transactions that would have done"),
    ("bytes_wanted", "bytes of global memory that lanes asked for"),
    ("bytes_moved", "bytes of global memory that transactions moved"),
    ("words", "words of global memory that lanes asked for"),
    ("turns", "turns of shared memory"),
    ("bank_conflicts", "turns lost because lanes wanted different words of one bank"),
    ("conflict_degree", "the most words that lanes wanted of one bank at once"),
    ("same_word_turns", "turns lost because atomics changed the same word"),
    ("branches", "conditionals that warps came to"),
    ("divergent_branches", "those at which the lanes parted"),
    ("barriers", "barriers, counted per block"),
    ("atomics", "atomics of warps"),
    ("time", "predicted seconds"),
    ("occupancy", "resident warps of those that there is room for, from 0 to 1"),
    ("blocks", "blocks of the launch"),
    ("threads", "threads of a block"),
    ("shared_bytes", "shared memory that the kernel declares"),
];

impl Names for CountedNames<'_> {
    fn value(&self, name: &[String]) -> Result<f64, NameError> {
        if let [one] = name
            && let Some(value) = self.size.get(one)
        {
            return Ok(*value as f64);
        }
        match name.split_first() {
            Some((first, rest)) if !rest.is_empty() && self.others.contains_key(first.as_str()) => {
                self.others[first.as_str()].value(rest)
            }
            _ => self.run.value(name),
        }
    }
}

impl CountedRun {
    fn value(&self, name: &[String]) -> Result<f64, NameError> {
        let Some((counter, filters)) = name.split_last() else {
            return Err(NameError::Empty);
        };
        if filters.is_empty() {
            if let Some(value) = self.of_launch(counter) {
                return value;
            }
            if let Some(value) = self.facts.constants.get(counter) {
                return Ok(*value);
            }
        }
        let simulation = &self.simulation;
        let whole = simulation.counters.ok_or(NameError::NotCounted)?;
        let counts = match filters {
            [] => Counted { counts: whole, least_transactions: self.least() },
            [function] if self.facts.functions.contains_key(function) => {
                let lines = &self.facts.functions[function];
                let mut counts = Counts::default();
                for line in simulation.lines.iter().filter(|line| lines.contains(&line.line)) {
                    counts += line.counts;
                }
                let accesses = simulation.accesses.iter();
                let inside = accesses.filter(|access| lines.contains(&access.line));
                let least = inside.map(|access| access.least_transactions).sum();
                Counted { counts, least_transactions: least }
            }
            _ => self.filtered(filters),
        };
        counts.value(counter).ok_or_else(|| {
            let known: Vec<&str> = COUNTERS.iter().map(|(name, _)| *name).collect();
            NameError::NoCounter { name: counter.clone(), known: known.join(", ") }
        })
    }

    /// Whether the text has a function, or the run an access to an array, of that name.
    pub(crate) fn has(&self, name: &str) -> bool {
        self.facts.functions.contains_key(name)
            || self.simulation.accesses.iter().any(|access| access.name == name)
    }

    fn least(&self) -> u64 {
        self.simulation.accesses.iter().map(|access| access.least_transactions).sum()
    }

    /// What is known of the launch as a whole.
    fn of_launch(&self, name: &str) -> Option<Result<f64, NameError>> {
        let simulation = &self.simulation;
        Some(match name {
            "time" => simulation
                .predicted
                .as_ref()
                .map(|predicted| predicted.seconds)
                .ok_or(NameError::Stopped),
            "occupancy" => match &simulation.occupancy {
                Some(held) => Ok(held.occupancy.fraction),
                None => Err(NameError::NoBlockFits),
            },
            "shared_bytes" => {
                Ok(simulation.occupancy.as_ref().map_or(0.0, |held| f64::from(held.shared_bytes)))
            }
            "blocks" => Ok(product(simulation.grid)),
            "threads" => Ok(product(simulation.block)),
            _ => return None,
        })
    }

    /// The line that has most of what a name counts, and how much it is there.
    pub(crate) fn dearest(&self, name: &[String]) -> Option<(u32, f64)> {
        let (counter, filters) = name.split_last()?;
        let mut by_line: BTreeMap<u32, Counted> = BTreeMap::new();
        match filters {
            [] => {
                by_line.extend(self.simulation.lines.iter().map(|line| {
                    (line.line, Counted { counts: line.counts, least_transactions: 0 })
                }))
            }
            _ => {
                for access in self.passing(filters) {
                    let counted = by_line.entry(access.line).or_default();
                    counted.counts += access.counts;
                    counted.least_transactions += access.least_transactions;
                }
            }
        }
        let values = by_line.into_iter().filter_map(|(line, at)| Some((line, at.value(counter)?)));
        values.filter(|(_, value)| *value > 0.0).max_by(|a, b| a.1.total_cmp(&b.1))
    }

    /// What the accesses cost that pass all filters.
    fn filtered(&self, filters: &[String]) -> Counted {
        let mut counted = Counted::default();
        for access in self.passing(filters) {
            counted.counts += access.counts;
            counted.least_transactions += access.least_transactions;
        }
        counted
    }

    /// The accesses that pass all filters.
    fn passing(&self, filters: &[String]) -> Vec<&AccessCounts> {
        let mut accesses: Vec<&AccessCounts> = self.simulation.accesses.iter().collect();
        for filter in filters {
            let verb = match filter.as_str() {
                "loads" => Some(AccessVerb::Load),
                "stores" => Some(AccessVerb::Store),
                "atomics" => Some(AccessVerb::Atomic),
                _ => None,
            };
            let memory = match filter.as_str() {
                "global" => Some(AccessedMemory::Global),
                "shared" => Some(AccessedMemory::Shared),
                _ => None,
            };
            let lines = self.facts.functions.get(filter);
            accesses.retain(|access| match (verb, memory, lines) {
                (Some(verb), ..) => access.verb == verb,
                (None, Some(memory), _) => access.memory == memory,
                (None, None, Some(lines)) => lines.contains(&access.line),
                (None, None, None) => access.name == *filter,
            });
        }
        accesses
    }
}

/// Counts of a part of a run.
#[derive(Clone, Copy, Default)]
struct Counted {
    counts: Counts,
    least_transactions: u64,
}

impl Counted {
    fn value(&self, name: &str) -> Option<f64> {
        let counts = &self.counts;
        let value = match name {
            "instructions" => counts.warp_instructions,
            "lane_instructions" => counts.lane_instructions,
            "requests" => counts.global_requests + counts.shared_requests,
            "sectors" => counts.global_sectors,
            "transactions" => counts.global_transactions,
            "least_transactions" => self.least_transactions,
            "bytes_wanted" => counts.global_bytes_wanted,
            "bytes_moved" => counts.global_bytes_moved,
            "words" => counts.global_bytes_wanted / 4,
            "turns" => counts.shared_turns,
            "bank_conflicts" => counts.bank_conflicts,
            "conflict_degree" => counts.max_bank_conflict_degree,
            "same_word_turns" => counts.same_word_turns,
            "branches" => counts.branches,
            "divergent_branches" => counts.divergent_branches,
            "barriers" => counts.barriers,
            "atomics" => counts.atomics,
            _ => return None,
        };
        Some(value as f64)
    }
}

fn product(sides: Option<[u32; 3]>) -> f64 {
    sides.map_or(0.0, |sides| sides.iter().map(|&side| f64::from(side)).product())
}
