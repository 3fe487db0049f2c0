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

/// A number of a run that a claim may name.
pub struct Counter {
    pub name: &'static str,
    pub meaning: &'static str,
    taken: Taken,
}

/// Where the number of a counter comes from.
enum Taken {
    /// Counted at each line, so that a part of a kernel has it as well.
    Counts(fn(&Counted) -> u64),
    /// Known of the launch as a whole.
    Launch(fn(&Simulation) -> Result<f64, NameError>),
}

/// The counters that a claim may name.
pub const COUNTERS: &[Counter] = &[
    Counter::of_counts("instructions", "instructions, each counted once for its warp", |counted| {
        counted.counts.warp_instructions
    }),
    Counter::of_counts(
        "lane_instructions",
        "instructions, each counted for every lane that took part",
        |counted| counted.counts.lane_instructions,
    ),
    Counter::of_counts("requests", "accesses of warps to memory", |counted| {
        counted.counts.global_requests + counted.counts.shared_requests
    }),
    Counter::of_counts(
        "sectors",
        "distinct 32-byte sectors of accesses to global memory",
        |counted| counted.counts.global_sectors,
    ),
    Counter::of_counts(
        "transactions",
        "transactions of global memory under the model's rule",
        |counted| counted.counts.global_transactions,
    ),
    Counter::of_counts("least_transactions", "transactions that would have done", |counted| {
        counted.least_transactions
    }),
    Counter::of_counts("bytes_wanted", "bytes of global memory that lanes asked for", |counted| {
        counted.counts.global_bytes_wanted
    }),
    Counter::of_counts(
        "bytes_moved",
        "bytes of global memory that transactions moved",
        |counted| counted.counts.global_bytes_moved,
    ),
    Counter::of_counts("words", "words of global memory that lanes asked for", |counted| {
        counted.counts.global_bytes_wanted / 4
    }),
    Counter::of_counts("turns", "turns of shared memory", |counted| counted.counts.shared_turns),
    Counter::of_counts(
        "bank_conflicts",
        "turns lost because lanes wanted different words of one bank",
        |counted| counted.counts.bank_conflicts,
    ),
    Counter::of_counts(
        "conflict_degree",
        "the most words that lanes wanted of one bank at once",
        |counted| counted.counts.max_bank_conflict_degree,
    ),
    Counter::of_counts(
        "same_word_turns",
        "turns lost because atomics changed the same word",
        |counted| counted.counts.same_word_turns,
    ),
    Counter::of_counts("branches", "conditionals that warps came to", |counted| {
        counted.counts.branches
    }),
    Counter::of_counts("divergent_branches", "those at which the lanes parted", |counted| {
        counted.counts.divergent_branches
    }),
    Counter::of_counts("barriers", "barriers, counted per block", |counted| {
        counted.counts.barriers
    }),
    Counter::of_counts("atomics", "atomics of warps", |counted| counted.counts.atomics),
    Counter::of_launch("time", "predicted seconds", |simulation| {
        let predicted = simulation.predicted.as_ref().ok_or(NameError::Stopped)?;
        Ok(predicted.seconds)
    }),
    Counter::of_launch(
        "occupancy",
        "resident warps of those that there is room for, from 0 to 1",
        |simulation| {
            let held = simulation.occupancy.as_ref().ok_or(NameError::NoBlockFits)?;
            Ok(held.occupancy.fraction)
        },
    ),
    Counter::of_launch("blocks", "blocks of the launch", |simulation| Ok(product(simulation.grid))),
    Counter::of_launch("threads", "threads of a block", |simulation| Ok(product(simulation.block))),
    Counter::of_launch("shared_bytes", "shared memory that the kernel declares", |simulation| {
        Ok(simulation.occupancy.as_ref().map_or(0.0, |held| f64::from(held.shared_bytes)))
    }),
];

impl Counter {
    const fn of_counts(
        name: &'static str,
        meaning: &'static str,
        counts: fn(&Counted) -> u64,
    ) -> Counter {
        Counter { name, meaning, taken: Taken::Counts(counts) }
    }

    const fn of_launch(
        name: &'static str,
        meaning: &'static str,
        launch: fn(&Simulation) -> Result<f64, NameError>,
    ) -> Counter {
        Counter { name, meaning, taken: Taken::Launch(launch) }
    }

    fn named(name: &str) -> Option<&'static Counter> {
        COUNTERS.iter().find(|counter| counter.name == name)
    }
}

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
            if let Some(Counter { taken: Taken::Launch(launch), .. }) = Counter::named(counter) {
                return launch(&self.simulation);
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
            let known: Vec<&str> = COUNTERS.iter().map(|counter| counter.name).collect();
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
    /// What a counter says of this part; nothing if it is about whole launches.
    fn value(&self, name: &str) -> Option<f64> {
        match Counter::named(name)?.taken {
            Taken::Counts(counts) => Some(counts(self) as f64),
            Taken::Launch(_) => None,
        }
    }
}

fn product(sides: Option<[u32; 3]>) -> f64 {
    sides.map_or(0.0, |sides| sides.iter().map(|&side| f64::from(side)).product())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_counter_is_documented_and_has_a_name_of_its_own() {
        let document = include_str!("../../../docs/labs.md");
        for (at, Counter { name, meaning, .. }) in COUNTERS.iter().enumerate() {
            let row = format!("\n| `{name}` | {meaning} |\n");
            assert!(document.contains(&row), "docs/labs.md lacks the row{row}");
            assert!(COUNTERS[..at].iter().all(|other| other.name != *name), "{name} occurs twice");
        }
    }
}
