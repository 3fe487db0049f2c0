//! What the lines of a kernel cost, in figures short enough to stand beside
//! them.
//!
//! The heat of a figure says how bad it is, not how large: sectors count only
//! beyond those that the bytes wanted would fill, and turns only beyond the
//! first. It is measured against the worst line of the same kind, so a kernel
//! without any waste stays cool however much it moves.

use crate::format;
use warpbench_machine::observe::counters::{Counts, LineCounts};

/// Bytes of a sector.
const SECTOR_BYTES: f64 = 32.0;

/// What a figure is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum CostKind {
    /// Sectors per request to global memory.
    Sectors,
    /// The most words that lanes wanted of one bank of shared memory.
    Banks,
    /// The most lanes that changed the same word of shared memory, one by one.
    SameWord,
    /// Branches at which warps parted.
    Divergence,
}

const KINDS: [CostKind; 4] =
    [CostKind::Sectors, CostKind::Banks, CostKind::SameWord, CostKind::Divergence];

/// A figure beside a line.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Figure {
    pub(super) kind: CostKind,
    pub(super) text: String,
    /// How bad it is, from 0 to 1 for the worst line.
    pub(super) heat: f32,
}

/// The worst line of every kind.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Scale([f64; 4]);

impl Scale {
    pub(super) fn new(costs: &[LineCounts]) -> Scale {
        let worst = |kind| costs.iter().map(|line| waste(kind, &line.counts)).fold(0.0, f64::max);
        Scale(KINDS.map(worst))
    }

    /// The figures of a line, the worst first.
    pub(super) fn figures(&self, counts: &Counts) -> Vec<Figure> {
        let mut figures: Vec<Figure> = KINDS
            .into_iter()
            .zip(self.0)
            .filter(|&(kind, _)| is_told(kind, counts))
            .map(|(kind, worst)| {
                let heat = if worst > 0.0 { waste(kind, counts) / worst } else { 0.0 };
                Figure { kind, text: text(kind, counts), heat: heat as f32 }
            })
            .collect();
        figures.sort_by(|a, b| b.heat.total_cmp(&a.heat));
        figures
    }
}

fn ratio(of: u64, all: u64) -> f64 {
    if all == 0 { 0.0 } else { of as f64 / all as f64 }
}

/// How much of a line's cost could be saved.
fn waste(kind: CostKind, counts: &Counts) -> f64 {
    match kind {
        CostKind::Sectors => {
            let wanted = counts.global_bytes_wanted as f64 / SECTOR_BYTES;
            let spare = counts.global_sectors as f64 - wanted.max(counts.global_requests as f64);
            spare.max(0.0) / counts.global_requests.max(1) as f64
        }
        CostKind::Banks if counts.bank_conflicts == 0 => 0.0,
        CostKind::Banks => counts.max_bank_conflict_degree as f64 - 1.0,
        CostKind::SameWord => ratio(counts.same_word_turns, counts.shared_requests),
        CostKind::Divergence => ratio(counts.divergent_branches, counts.branches),
    }
}

/// Whether there is anything to tell.
fn is_told(kind: CostKind, counts: &Counts) -> bool {
    match kind {
        CostKind::Sectors => counts.global_requests > 0,
        CostKind::Banks => counts.bank_conflicts > 0,
        CostKind::SameWord => counts.same_word_turns > 0,
        CostKind::Divergence => counts.divergent_branches > 0,
    }
}

/// A figure in as few characters as it takes.
fn text(kind: CostKind, counts: &Counts) -> String {
    match kind {
        CostKind::Sectors => {
            let sectors = ratio(counts.global_sectors, counts.global_requests);
            let digits = usize::from(sectors < 9.95);
            format!("{sectors:.digits$} sec/req")
        }
        CostKind::Banks => format!("×{} bank", counts.max_bank_conflict_degree),
        CostKind::SameWord => format!("×{} word", counts.max_lanes_on_word),
        CostKind::Divergence => percent(counts.divergent_branches, counts.branches),
    }
}

/// The most figures that a line has.
pub(super) fn most_figures(costs: &[LineCounts]) -> usize {
    let figures = |line: &LineCounts| KINDS.iter().filter(|&&k| is_told(k, &line.counts)).count();
    costs.iter().map(figures).max().unwrap_or(0)
}

/// A share in whole percent; what is not nothing is not shown as nothing.
fn percent(of: u64, all: u64) -> String {
    match ratio(of, all) * 100.0 {
        share if of > 0 && share < 1.0 => "<1 %".to_owned(),
        share => format!("{share:.0} %"),
    }
}

/// Everything that is known about a line, as terms and their figures.
pub(super) fn all_counts(counts: &Counts) -> Vec<(&'static str, String)> {
    let count = format::count;
    let mut terms = Vec::new();
    if counts.global_requests > 0 {
        let each = ratio(counts.global_sectors, counts.global_requests);
        terms.push(("Requests to global memory", count(counts.global_requests)));
        terms.push(("Sectors per request", format!("{each:.2}")));
        terms.push(("Transactions", count(counts.global_transactions)));
        let share = percent(counts.global_bytes_wanted, counts.global_bytes_moved);
        let (wanted, moved) = (counts.global_bytes_wanted, counts.global_bytes_moved);
        terms.push((
            "Bytes wanted of moved",
            format!("{} of {} ({share})", count(wanted), count(moved)),
        ));
    }
    if counts.shared_requests > 0 {
        terms.push(("Requests to shared memory", count(counts.shared_requests)));
        let conflicts = match counts.bank_conflicts {
            0 => "none".to_owned(),
            n => format!("{}, degree {} at worst", count(n), counts.max_bank_conflict_degree),
        };
        let (turns, least) = (counts.shared_turns, counts.least_shared_turns());
        terms.push(("Turns", format!("{} where {} would do", count(turns), count(least))));
        terms.push(("Bank conflicts", conflicts));
        if counts.same_word_turns > 0 {
            let lanes = counts.max_lanes_on_word;
            let told = format!("{} turns, {lanes} lanes at worst", count(counts.same_word_turns));
            terms.push(("Atomics on the same word", told));
        }
    }
    if counts.branches > 0 {
        let (of, all) = (counts.divergent_branches, counts.branches);
        let told = format!("{} of {} ({})", count(of), count(all), percent(of, all));
        terms.push(("Divergent branches", told));
    }
    for (term, number) in [("Barriers", counts.barriers), ("Atomic operations", counts.atomics)] {
        if number > 0 {
            terms.push((term, count(number)));
        }
    }
    if counts.warp_instructions > 0 {
        let lanes = ratio(counts.lane_instructions, counts.warp_instructions);
        let told = format!("{}, {lanes:.1} lanes active", count(counts.warp_instructions));
        terms.push(("Instructions of warps", told));
    }
    terms
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Counts of requests, sectors and bytes wanted, of shared requests,
    /// conflicts and the worst degree, and of branches and divergent ones.
    fn counts(global: [u64; 3], shared: [u64; 3], branches: [u64; 2]) -> Counts {
        Counts {
            warp_instructions: 10,
            lane_instructions: 160,
            global_requests: global[0],
            global_sectors: global[1],
            global_bytes_wanted: global[2],
            global_bytes_moved: global[1] * 32,
            shared_requests: shared[0],
            shared_turns: shared[0] + shared[1],
            bank_conflicts: shared[1],
            max_bank_conflict_degree: shared[2],
            branches: branches[0],
            divergent_branches: branches[1],
            ..Counts::default()
        }
    }

    #[test]
    fn figures() {
        let lines = [
            counts([8, 32, 1024], [0; 3], [0; 2]),
            counts([8, 256, 1024], [0; 3], [0; 2]),
            counts([8, 8, 32], [8, 56, 8], [0; 2]),
            counts([0; 3], [8, 24, 4], [100, 12]),
            counts([0; 3], [8, 0, 1], [100, 0]),
            counts([0; 3], [0; 3], [1000, 2]),
        ];
        let costs: Vec<_> = lines
            .iter()
            .enumerate()
            .map(|(line, &counts)| LineCounts { line: line as u32, counts })
            .collect();
        let scale = Scale::new(&costs);
        let check = |line: usize, expected: &str| {
            let shown: Vec<_> = scale
                .figures(&lines[line])
                .iter()
                .map(|figure| format!("{} {:.2}", figure.text, figure.heat))
                .collect();
            assert_eq!(shown.join(", "), expected);
        };
        // Four sectors for 128 bytes are no waste, and one for a broadcast is none.
        check(0, "4.0 sec/req 0.00");
        check(1, "32 sec/req 1.00");
        check(2, "×8 bank 1.00, 1.0 sec/req 0.00");
        check(3, "12 % 1.00, ×4 bank 0.43");
        check(4, "");
        check(5, "<1 % 0.02");
        let atomics = Counts {
            shared_requests: 4,
            shared_turns: 64,
            same_word_turns: 60,
            max_lanes_on_word: 32,
            ..Counts::default()
        };
        let alone = Scale::new(&[LineCounts { line: 1, counts: atomics }]);
        assert_eq!(alone.figures(&atomics)[0].text, "×32 word");
        assert_eq!(most_figures(&costs), 2);
        assert_eq!(most_figures(&costs[..2]), 1);
        assert_eq!(most_figures(&[]), 0);
    }

    #[test]
    fn a_kernel_without_waste_stays_cool() {
        let good = counts([8, 32, 1024], [8, 0, 1], [4, 0]);
        let scale = Scale::new(&[LineCounts { line: 1, counts: good }]);
        assert!(scale.figures(&good).iter().all(|figure| figure.heat == 0.0));
    }

    #[test]
    fn everything_in_words() {
        let told = all_counts(&counts([8, 256, 1024], [8, 56, 8], [100, 12]));
        let told: Vec<_> = told.iter().map(|(term, figure)| format!("{term}: {figure}")).collect();
        assert_eq!(
            told,
            [
                "Requests to global memory: 8",
                "Sectors per request: 32.00",
                "Transactions: 0",
                "Bytes wanted of moved: 1,024 of 8,192 (12 %)",
                "Requests to shared memory: 8",
                "Turns: 64 where 8 would do",
                "Bank conflicts: 56, degree 8 at worst",
                "Divergent branches: 12 of 100 (12 %)",
                "Instructions of warps: 10, 16.0 lanes active",
            ]
        );
        assert!(all_counts(&Counts::default()).is_empty());
    }
}
