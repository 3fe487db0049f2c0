//! Costs of a line: what its accesses waste, in words short enough to stand beside it.
//!
//! A badge belongs to one access, or to some that would say the same, and says, in
//! the unit of the device's model, what a request of a warp takes and what would do.
//! Where a line has several accesses, it says whose it is. Its colour is how many times
//! as much that is, on one scale for every kernel and every model: a load that
//! takes no more than it must is cool however much it moves, and what is twice
//! too much looks the same in every lesson.

use super::owners::Owners;
use warpbench_machine::observe::accesses::{AccessCounts, AccessedMemory};
use warpbench_machine::observe::counters::{Counts, DivergedWork, LineCounts};

/// What a badge is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum BadgeKind {
    /// What a request to global memory moves.
    Global,
    /// Turns of shared memory.
    Shared,
    /// Branches at which warps diverge.
    Divergence,
}

/// What stands beside a line about one of its accesses, or about its branches.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Badge {
    pub(super) kind: BadgeKind,
    pub(super) text: String,
    /// The same where room is scarce.
    pub(super) short: String,
    /// How bad it is, from 0 where nothing is wasted to 1.
    pub(super) heat: f32,
}

/// What is known of a line's costs.
#[derive(Clone, Copy, Debug)]
pub(super) struct LineCost<'a> {
    pub(super) line: u32,
    pub(super) counts: &'a Counts,
    /// What warps did while their lanes had parted at its branches.
    pub(super) diverged: DivergedWork,
    /// Its accesses, in the order of the text.
    pub(super) accesses: &'a [AccessCounts],
}

/// The lines that cost something, from one on, in their order.
pub(super) fn lines_from<'a>(
    costs: &'a [LineCounts],
    accesses: &'a [AccessCounts],
    first: u32,
) -> impl Iterator<Item = LineCost<'a>> {
    let from = costs.partition_point(|cost| cost.line < first);
    costs[from..].iter().map(|cost| of_line(cost, accesses))
}

fn of_line<'a>(cost: &'a LineCounts, accesses: &'a [AccessCounts]) -> LineCost<'a> {
    let from = accesses.partition_point(|access| access.line < cost.line);
    let to = accesses.partition_point(|access| access.line <= cost.line);
    let LineCounts { line, ref counts, diverged } = *cost;
    LineCost { line, counts, diverged, accesses: &accesses[from..to] }
}

impl LineCost<'_> {
    /// The badges of the line: its accesses in the order of the text, those that
    /// would say the same only once, then its branches.
    pub(super) fn badges(&self) -> Vec<Badge> {
        let mut found: Vec<(Badge, Owners<'_>)> = Vec::new();
        for access in self.accesses {
            let Some(badge) = of_access(access) else { continue };
            match found.iter_mut().find(|(known, _)| *known == badge) {
                Some((_, owners)) => owners.add(access),
                None => found.push((badge, Owners::of(access))),
            }
        }
        // Of a single access there is nothing to be told apart.
        let first = self.accesses.first();
        let is_other = |access: &AccessCounts| first.is_some_and(|first| !is_same(first, access));
        if self.accesses.iter().any(is_other) {
            let owners: Vec<Owners<'_>> = found.iter().map(|(_, owners)| owners.clone()).collect();
            for (badge, own) in &mut found {
                badge.text = format!("{}: {}", own.long(), badge.text);
                badge.short = format!("{} {}", own.short(&owners), badge.short);
            }
        }
        let badges = found.into_iter().map(|(badge, _)| badge);
        badges.chain(divergence_badge(self.counts, &self.diverged)).collect()
    }
}

/// Whether two accesses do the same to the same memory.
fn is_same(one: &AccessCounts, other: &AccessCounts) -> bool {
    (one.verb, one.memory, &one.name) == (other.verb, other.memory, &other.name)
}

/// How hot a waste is: something that takes so many times what would do. Double
/// is a third of the way already, and 32, a transaction for every lane, is all of
/// it.
pub(super) fn heat(waste: f64) -> f32 {
    const STOPS: [(f64, f64); 5] = [(0.0, 0.0), (1.0, 0.33), (2.0, 0.55), (3.0, 0.75), (5.0, 1.0)];
    let doublings = if waste > 1.0 { waste.log2() } else { 0.0 };
    let after = STOPS.partition_point(|&(at, _)| at < doublings).clamp(1, STOPS.len() - 1);
    let ((x0, y0), (x1, y1)) = (STOPS[after - 1], STOPS[after]);
    (y0 + (doublings - x0) / (x1 - x0) * (y1 - y0)).clamp(0.0, 1.0) as f32
}

/// The badge of an access. One to shared memory in which nobody is in anybody's
/// way has none: there is nothing to say about it.
fn of_access(access: &AccessCounts) -> Option<Badge> {
    let (counts, requests) = (&access.counts, access.requests());
    let heat = heat(access.waste());
    let badge = |kind, text, short| Badge { kind, text, short, heat };
    match access.memory {
        AccessedMemory::Shared => {
            let (turns, least) = (counts.shared_turns, counts.least_shared_turns());
            (turns > least).then(|| {
                let text = format!("×{} turns", above("1", turns, least));
                badge(BadgeKind::Shared, text.clone(), text)
            })
        }
        AccessedMemory::Global => {
            let (took, least) = (counts.global_transactions, access.least_transactions);
            let (moved, needed) = (counts.global_bytes_moved, access.least_bytes_moved);
            let would_do = average(least, requests);
            let unit = &access.unit;
            Some(if took > least {
                let took = above(&would_do, took, requests);
                badge(
                    BadgeKind::Global,
                    format!("{took} {unit}s ({would_do} would do)"),
                    format!("{took} ({would_do} would do)"),
                )
            } else if moved > needed {
                // As many segments as there must be, but larger ones.
                let would_do = average(needed, requests);
                let moved = above(&would_do, moved, requests);
                badge(
                    BadgeKind::Global,
                    format!("{moved} bytes ({would_do} would do)"),
                    format!("{moved} B ({would_do} would do)"),
                )
            } else {
                let s = if would_do == "1" { "" } else { "s" };
                badge(
                    BadgeKind::Global,
                    format!("{would_do} of {would_do} {unit}{s}"),
                    format!("{would_do} {unit}{s}"),
                )
            })
        }
    }
}

/// How often warps diverge at a branch, if any does, and how many lanes sit idle until
/// they reconverge.
fn divergence_badge(counts: &Counts, diverged: &DivergedWork) -> Option<Badge> {
    let (of, all) = (counts.divergent_branches, counts.branches);
    if of == 0 {
        return None;
    }
    let share = percent(of, all);
    let (text, short) = match diverged.instructions {
        // Lanes that only differ in what comes next wait for nobody.
        0 => (format!("{share} diverge"), share),
        instructions => {
            let [idle, lanes] =
                [diverged.idle_lanes, diverged.lanes].map(|sum| average(sum, instructions));
            let idle = format!("{idle} of {lanes} lanes idle");
            // Where few warps diverge, how few is what must not be left out.
            if of == all {
                (idle.clone(), idle.replace(" lanes", ""))
            } else {
                (format!("{share} diverge, {idle}"), format!("{share} diverge"))
            }
        }
    };
    let heat = heat(idleness(counts, diverged));
    Some(Badge { kind: BadgeKind::Divergence, text, short, heat })
}

/// How many times as many lanes were there as had something to do, behind a branch:
/// a guard at the edge of a grid wastes little, because few warps diverge there, and
/// because most of their lanes go on.
fn idleness(counts: &Counts, diverged: &DivergedWork) -> f64 {
    // Warps that do not diverge are taken to be as long behind it as those that do.
    let often = counts.branches as f64 / counts.divergent_branches.max(1) as f64;
    let lanes = diverged.lanes as f64 * often;
    lanes / (lanes - diverged.idle_lanes as f64).max(1.0)
}

/// An average with one digit behind the point, if it has one.
pub(super) fn average(sum: u64, count: u64) -> String {
    tenths((10 * sum + count / 2).checked_div(count).unwrap_or(0))
}

/// The same for what is more than something else: it never looks the same.
fn above(least: &str, sum: u64, count: u64) -> String {
    match average(sum, count) {
        text if text == least => tenths((10 * sum).div_ceil(count.max(1))),
        text => text,
    }
}

fn tenths(tenths: u64) -> String {
    match tenths % 10 {
        0 => format!("{}", tenths / 10),
        digit => format!("{}.{digit}", tenths / 10),
    }
}

/// A share in whole percent; what is not nothing is not shown as nothing.
pub(super) fn percent(of: u64, all: u64) -> String {
    let share = if all == 0 { 0.0 } else { 100.0 * of as f64 / all as f64 };
    if of > 0 && share < 1.0 { "<1 %".to_owned() } else { format!("{share:.0} %") }
}

#[cfg(test)]
mod tests {
    use super::*;
    use warpbench_machine::observe::accesses::AccessVerb;

    fn access(memory: AccessedMemory, unit: &'static str, counts: Counts) -> AccessCounts {
        AccessCounts {
            line: 1,
            column: 5,
            length: 8,
            verb: AccessVerb::Load,
            memory,
            name: "input".to_owned(),
            unit: unit.into(),
            least_transactions: 0,
            least_bytes_moved: 0,
            counts,
        }
    }

    /// So many requests, what they took and what would have done, in transactions
    /// and in bytes.
    fn global(unit: &'static str, requests: u64, took: [u64; 2], least: [u64; 2]) -> AccessCounts {
        let counts = Counts {
            global_requests: requests,
            global_transactions: took[0],
            global_bytes_moved: took[1],
            ..Counts::default()
        };
        AccessCounts {
            least_transactions: least[0],
            least_bytes_moved: least[1],
            ..access(AccessedMemory::Global, unit, counts)
        }
    }

    fn shared(requests: u64, turns: u64, conflicts: u64, same_word: u64) -> AccessCounts {
        let counts = Counts {
            shared_requests: requests,
            shared_turns: turns,
            bank_conflicts: conflicts,
            same_word_turns: same_word,
            ..Counts::default()
        };
        access(AccessedMemory::Shared, "sector", counts)
    }

    fn shown(accesses: &[AccessCounts], counts: &Counts) -> Vec<String> {
        let line = LineCost { line: 1, counts, diverged: DivergedWork::default(), accesses };
        line.badges().iter().map(|badge| format!("{} {:.2}", badge.text, badge.heat)).collect()
    }

    #[test]
    fn badges_say_what_is_taken_and_what_would_do() {
        let check = |access: AccessCounts, expected: &[&str]| {
            assert_eq!(shown(&[access], &Counts::default()), expected);
        };
        check(global("sector", 8, [32, 1024], [32, 1024]), &["4 of 4 sectors 0.00"]);
        check(global("sector", 8, [8, 256], [8, 256]), &["1 of 1 sector 0.00"]);
        check(global("sector", 32, [125, 4000], [125, 4000]), &["3.9 of 3.9 sectors 0.00"]);
        check(global("sector", 8, [64, 2048], [32, 1024]), &["8 sectors (4 would do) 0.33"]);
        check(global("sector", 8, [256, 8192], [32, 1024]), &["32 sectors (4 would do) 0.75"]);
        check(global("line", 4, [32, 2048], [16, 1024]), &["8 lines (4 would do) 0.33"]);
        check(
            global("transaction", 2, [64, 2048], [4, 256]),
            &["32 transactions (2 would do) 0.88"],
        );
        // As many segments, but larger ones.
        check(global("segment", 4, [8, 1024], [8, 512]), &["256 bytes (128 would do) 0.33"]);
        // What is wasted never looks like nothing.
        check(
            global("sector", 100, [401, 12832], [400, 12800]),
            &["4.1 sectors (4 would do) 0.00"],
        );
        check(shared(8, 8, 0, 0), &[]);
        check(shared(8, 64, 56, 0), &["×8 turns 0.75"]);
        check(shared(8, 32, 0, 16), &["×2 turns 0.33"]);
        check(shared(2, 8, 0, 0), &[]);
        check(shared(100, 101, 1, 0), &["×1.1 turns 0.00"]);
    }

    #[test]
    fn accesses_of_a_line_are_told_apart_and_in_order() {
        let load = global("sector", 8, [32, 1024], [32, 1024]);
        let store = AccessCounts {
            verb: AccessVerb::Store,
            name: "output".to_owned(),
            ..global("sector", 8, [166, 5312], [32, 1024])
        };
        let both = [load.clone(), store.clone(), load.clone()];
        assert_eq!(
            shown(&both, &Counts::default()),
            ["load input: 4 of 4 sectors 0.00", "store output: 20.8 sectors (4 would do) 0.63"]
        );
        // Those that would say the same say it once.
        let other = AccessCounts { name: "b".to_owned(), ..load.clone() };
        assert_eq!(
            shown(&[load.clone(), other], &Counts::default()),
            ["load input, b: 4 of 4 sectors 0.00"]
        );
        // One that needs no badge is another one all the same.
        assert_eq!(
            shown(&[load.clone(), shared(8, 8, 0, 0)], &Counts::default()),
            ["load input: 4 of 4 sectors 0.00"]
        );
        assert_eq!(shown(&[load.clone(), load], &Counts::default()), ["4 of 4 sectors 0.00"]);
    }

    #[test]
    fn divergence_is_as_hot_as_lanes_sit_idle() {
        let check = |[of, all]: [u64; 2],
                     [instructions, lanes, idle_lanes]: [u64; 3],
                     expected: &[&str]| {
            let counts = Counts { branches: all, divergent_branches: of, ..Counts::default() };
            let diverged = DivergedWork { instructions, lanes, idle_lanes };
            let badge = divergence_badge(&counts, &diverged);
            let shown =
                |badge: &Badge| format!("{} ({}) {:.2}", badge.text, badge.short, badge.heat);
            assert_eq!(badge.iter().map(shown).collect::<Vec<_>>(), expected);
        };
        check([0, 1000], [0, 0, 0], &[]);
        // The guard of the first lesson: three of 32 lanes, for six instructions.
        check([1, 1], [6, 192, 18], &["3 of 32 lanes idle (3 of 32 idle) 0.05"]);
        // The last warp of many.
        check(
            [2, 1000],
            [12, 384, 372],
            &["<1 % diverge, 31 of 32 lanes idle (<1 % diverge) 0.00"],
        );
        check([8, 8], [80, 2560, 1280], &["16 of 32 lanes idle (16 of 32 idle) 0.33"]);
        check([8, 8], [80, 2560, 2480], &["31 of 32 lanes idle (31 of 32 idle) 1.00"]);
        check([12, 100], [0, 0, 0], &["12 % diverge (12 %) 0.00"]);
    }

    #[test]
    fn heat_depends_on_the_waste_alone_and_grows_with_it() {
        let heats: Vec<f32> = [1.0, 2.0, 4.0, 8.0, 32.0, 1000.0].into_iter().map(heat).collect();
        assert_eq!(heats, [0.0, 0.33, 0.55, 0.75, 1.0, 1.0]);
        assert_eq!(heat(0.0), 0.0);
        assert_eq!(heat(f64::NAN), 0.0);
        assert!(heat(1.02) < 0.02);
    }

    #[test]
    fn lines_find_their_accesses() {
        let cost = |line| LineCounts {
            line,
            counts: Counts::default(),
            diverged: DivergedWork::default(),
        };
        let costs = [cost(3), cost(5), cost(9)];
        let at = |line| AccessCounts { line, ..shared(1, 2, 1, 0) };
        let accesses = [at(3), at(9), at(9)];
        let counts: Vec<_> =
            lines_from(&costs, &accesses, 4).map(|line| (line.line, line.accesses.len())).collect();
        assert_eq!(counts, [(5, 0), (9, 2)]);
        assert_eq!(
            lines_from(&costs, &accesses, 0).next().map(|line| line.accesses.len()),
            Some(1)
        );
    }
}
