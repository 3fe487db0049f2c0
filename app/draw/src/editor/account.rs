//! Everything that is known about a line's costs, in words: what a badge has no
//! room for.

use super::costs::{LineCost, average, percent};
use warpbench_common::format::count;
use warpbench_machine::observe::accesses::{AccessCounts, AccessedMemory};

/// A part of the account: what it is about, and terms with their figures.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Part {
    pub(super) title: String,
    pub(super) terms: Vec<(String, String)>,
}

/// The account of a line: its accesses one by one, then the rest.
pub(super) fn of_line(line: &LineCost<'_>) -> Vec<Part> {
    let mut parts: Vec<Part> = line.accesses.iter().map(of_access).collect();
    let terms = of_rest(line);
    if !terms.is_empty() {
        let title = if parts.is_empty() { "The line" } else { "The line besides" };
        parts.push(Part { title: title.to_owned(), terms });
    }
    parts
}

fn of_access(access: &AccessCounts) -> Part {
    let mut verb = access.verb.name().to_owned();
    verb[..1].make_ascii_uppercase();
    let memory = match access.memory {
        AccessedMemory::Global => "global memory",
        AccessedMemory::Shared => "shared memory",
    };
    let title = match access.name.as_str() {
        name if name == memory => format!("{verb}, {memory}"),
        name => format!("{verb} of `{name}`, {memory}"),
    };
    let (counts, requests) = (&access.counts, access.requests());
    let mut terms = vec![("Requests of warps".to_owned(), count(requests))];
    let mut add = |term: String, figure: String| terms.push((term, figure));
    match access.memory {
        AccessedMemory::Global => {
            let mut unit = access.unit.to_string();
            unit[..1].make_ascii_uppercase();
            let (took, least) = (counts.global_transactions, access.least_transactions);
            add(format!("{unit}s per request"), beside(took, least, requests));
            let (moved, least) = (counts.global_bytes_moved, access.least_bytes_moved);
            add("Bytes moved per request".to_owned(), beside(moved, least, requests));
            let wanted = counts.global_bytes_wanted;
            let asked = format!("{} of {} moved", count(wanted), count(moved));
            add("Bytes that lanes asked for".to_owned(), asked);
        }
        AccessedMemory::Shared => {
            let (turns, least) = (counts.shared_turns, counts.least_shared_turns());
            add("Turns per request".to_owned(), beside(turns, least, requests));
            let conflicts = match counts.bank_conflicts {
                0 => "none".to_owned(),
                n => format!(
                    "{} turns, up to {} words of a bank at once",
                    count(n),
                    counts.max_bank_conflict_degree
                ),
            };
            add("Bank conflicts".to_owned(), conflicts);
            if counts.same_word_turns > 0 {
                let lanes = counts.max_lanes_on_word;
                let told = format!(
                    "{} turns, up to {lanes} lanes on one word",
                    count(counts.same_word_turns)
                );
                add("Atomics on the same word".to_owned(), told);
            }
        }
    }
    Part { title, terms }
}

/// What a request takes, beside what would do.
fn beside(took: u64, least: u64, requests: u64) -> String {
    if took > least {
        format!("{}, where {} would do", average(took, requests), average(least, requests))
    } else {
        format!("{}, none to spare", average(took, requests))
    }
}

/// What a line did besides its accesses.
fn of_rest(line: &LineCost<'_>) -> Vec<(String, String)> {
    let (counts, diverged) = (line.counts, &line.diverged);
    let mut terms = Vec::new();
    if counts.branches > 0 {
        let (of, all) = (counts.divergent_branches, counts.branches);
        let told = format!("{} of {} ({})", count(of), count(all), percent(of, all));
        terms.push(("Divergent branches".to_owned(), told));
    }
    if diverged.instructions > 0 {
        let [idle, lanes] =
            [diverged.idle_lanes, diverged.lanes].map(|sum| average(sum, diverged.instructions));
        let told = format!("{idle} of {lanes}, for {} instructions", count(diverged.instructions));
        terms.push(("Lanes idle meanwhile".to_owned(), told));
    }
    for (term, number) in [("Barriers", counts.barriers), ("Atomic operations", counts.atomics)] {
        if number > 0 {
            terms.push((term.to_owned(), count(number)));
        }
    }
    if counts.warp_instructions > 0 {
        let lanes = average(counts.lane_instructions, counts.warp_instructions);
        let told = format!("{}, {lanes} lanes active", count(counts.warp_instructions));
        terms.push(("Instructions of warps".to_owned(), told));
    }
    terms
}

#[cfg(test)]
mod tests {
    use super::*;
    use warpbench_machine::observe::accesses::AccessVerb;
    use warpbench_machine::observe::counters::{Counts, DivergedWork};

    #[test]
    fn everything_in_words() {
        let load = AccessCounts {
            line: 7,
            column: 5,
            length: 8,
            verb: AccessVerb::Load,
            memory: AccessedMemory::Global,
            name: "input".to_owned(),
            unit: "sector".into(),
            least_transactions: 32,
            least_bytes_moved: 1024,
            counts: Counts {
                global_requests: 8,
                global_transactions: 256,
                global_bytes_moved: 8192,
                global_bytes_wanted: 1024,
                ..Counts::default()
            },
        };
        let store = AccessCounts {
            verb: AccessVerb::Atomic,
            memory: AccessedMemory::Shared,
            name: "tile".to_owned(),
            counts: Counts {
                shared_requests: 8,
                shared_turns: 70,
                bank_conflicts: 56,
                max_bank_conflict_degree: 8,
                same_word_turns: 6,
                max_lanes_on_word: 4,
                ..Counts::default()
            },
            ..load.clone()
        };
        let counts = Counts {
            warp_instructions: 10,
            lane_instructions: 165,
            branches: 100,
            divergent_branches: 12,
            ..Counts::default()
        };
        let diverged = DivergedWork { instructions: 40, lanes: 1280, idle_lanes: 640 };
        let line = LineCost { line: 7, counts: &counts, diverged, accesses: &[load, store] };
        let told: Vec<String> = of_line(&line)
            .iter()
            .flat_map(|part| {
                let terms = part.terms.iter().map(|(term, figure)| format!("{term}: {figure}"));
                std::iter::once(part.title.clone()).chain(terms).collect::<Vec<_>>()
            })
            .collect();
        assert_eq!(
            told,
            [
                "Load of `input`, global memory",
                "Requests of warps: 8",
                "Sectors per request: 32, where 4 would do",
                "Bytes moved per request: 1024, where 128 would do",
                "Bytes that lanes asked for: 1,024 of 8,192 moved",
                "Atomic of `tile`, shared memory",
                "Requests of warps: 8",
                "Turns per request: 8.8, where 1 would do",
                "Bank conflicts: 56 turns, up to 8 words of a bank at once",
                "Atomics on the same word: 6 turns, up to 4 lanes on one word",
                "The line besides",
                "Divergent branches: 12 of 100 (12 %)",
                "Lanes idle meanwhile: 16 of 32, for 40 instructions",
                "Instructions of warps: 10, 16.5 lanes active",
            ]
        );
        let nothing = Counts::default();
        let diverged = DivergedWork::default();
        let line = LineCost { line: 7, counts: &nothing, diverged, accesses: &[] };
        assert!(of_line(&line).is_empty());
    }
}
