//! Advice from what was counted: what makes a kernel slow, line by line.
//!
//! Nothing here is an error. A line is spoken of when it wastes much of what it
//! uses and when that is a good part of what the launch uses altogether, so that
//! a guard that splits the last warp, or the one store at the end of a
//! reduction, stays unmentioned.

use super::cost::Stride;
use super::counters::{Counters, Counts, Tally};
use super::lines::LineIndex;
use crate::finding::{Finding, FindingKind, Severity};
use std::collections::BTreeMap;

/// Accesses that move so many times what they could are spoken of.
const TIMES_TOO_MUCH: u64 = 2;
/// Accesses to shared memory that take so many times the turns that would do are
/// spoken of.
const TURNS_TOO_MANY: u64 = 2;
/// What is wasted must be at least one part in so many of all that is used.
const PART_OF_BYTES: u64 = 20;
/// Likewise of all turns at the banks.
const PART_OF_TURNS: u64 = 20;
/// Likewise of the lanes of all instructions.
const PART_OF_LANES: u64 = 10;
/// Likewise where most warps that come to a branch stay together.
const PART_OF_LANES_SELDOM: u64 = 4;
/// Whatever happens less often than this is not worth a word.
const FEWEST: u64 = 4;

/// What could be better about the kernels that were counted. `text` is what they
/// were compiled from. There is one finding per line and kind, about the part
/// of the line that wastes most.
pub fn advise(counters: &Counters<'_>, text: &str) -> Vec<Finding> {
    let total = Total { counts: counters.counts(), width: counters.model().warp_width.into() };
    let lines = LineIndex::new(text);
    let mut worst: BTreeMap<(u32, FindingKind), (u64, Finding)> = BTreeMap::new();
    for (range, tally) in counters.by_source_range() {
        let Some((start, _)) = range else { continue };
        let (line, column) = (lines.line(start), lines.column(start));
        for advice in [uncoalesced, bank_conflict, same_word, divergence] {
            let Some(Advice { kind, wasted, message }) = advice(&tally, &total) else { continue };
            let known = worst.get(&(line, kind)).map_or(0, |(wasted, _)| *wasted);
            if wasted > known {
                worst.insert((line, kind), (wasted, finding(kind, message, line, column)));
            }
        }
    }
    worst.into_values().map(|(_, finding)| finding).collect()
}

/// What all lines did together.
struct Total {
    counts: Counts,
    width: u64,
}

/// Something that could be better.
struct Advice {
    kind: FindingKind,
    /// How much is wasted, to find the worst of a line.
    wasted: u64,
    message: String,
}

fn finding(kind: FindingKind, message: String, line: u32, column: u32) -> Finding {
    Finding {
        kind,
        severity: Severity::Advice,
        message,
        line,
        column,
        other_line: None,
        calls: Vec::new(),
        other_calls: Vec::new(),
        lanes: Vec::new(),
        block: None,
        address: None,
        step: None,
    }
}

/// Accesses to global memory that move much more than they would if each lane
/// asked for the element of its own number.
fn uncoalesced(tally: &Tally, total: &Total) -> Option<Advice> {
    let counts = &tally.counts;
    let requests = counts.global_requests;
    let (moved, needed) = (counts.global_bytes_moved, tally.bytes_in_place);
    let wasted = moved.saturating_sub(needed);
    if requests < FEWEST
        || moved < TIMES_TOO_MUCH * needed
        || wasted * PART_OF_BYTES < total.counts.global_bytes_moved
    {
        return None;
    }
    let apart = match tally.stride {
        Stride::Bytes(0) => "all lanes ask for the same place, one after the other".to_owned(),
        Stride::Bytes(bytes) => {
            format!("neighbouring lanes ask for places {} bytes apart", bytes.unsigned_abs())
        }
        _ => "the lanes of a warp ask for scattered places".to_owned(),
    };
    let cure = match counts.atomics {
        0 => {
            "let lane i take element i, or fetch what the block needs in that order and pass it on \
             through shared memory"
        }
        _ => "let each block collect in shared memory first and add up once at its end",
    };
    let message = format!(
        "{apart}: a request takes {} transactions and moves {} bytes where {} would do; {cure}",
        average(counts.global_transactions, requests),
        moved / requests,
        needed / requests,
    );
    Some(Advice { kind: FindingKind::Uncoalesced, wasted, message })
}

/// Accesses to shared memory that queue up at the banks.
fn bank_conflict(tally: &Tally, total: &Total) -> Option<Advice> {
    let counts = &tally.counts;
    let (requests, wasted) = (counts.shared_requests, counts.bank_conflicts);
    let turns = counts.least_shared_turns() + wasted;
    if !is_worth_a_word(counts, wasted, total) {
        return None;
    }
    let (apart, cure) = match tally.stride {
        Stride::Bytes(bytes) => (
            format!("neighbouring lanes ask for words {} bytes apart", bytes.unsigned_abs()),
            "let neighbouring lanes take neighbouring words, or make each row of the array a word \
             longer",
        ),
        _ => (
            "lanes ask for different words of the same bank".to_owned(),
            "let neighbouring lanes take neighbouring words, or lay the array out so that the \
             words of a request fall into different banks",
        ),
    };
    let message = format!(
        "{apart}: a request takes {} turns on average, {} at worst, where {} would do; {cure}",
        average(turns, requests),
        tally.most_turns,
        fewest(counts),
    );
    Some(Advice { kind: FindingKind::BankConflict, wasted, message })
}

/// Atomics in shared memory whose lanes change the same word.
fn same_word(tally: &Tally, total: &Total) -> Option<Advice> {
    let counts = &tally.counts;
    let wasted = counts.same_word_turns;
    if !is_worth_a_word(counts, wasted, total) {
        return None;
    }
    let cure = match tally.stride {
        Stride::Bytes(0) => {
            "let each warp add its values up first and one of its lanes change the word"
        }
        _ => {
            "give each warp, or a few groups of lanes, words of their own and add them up at the \
             end, or let the lanes of a warp that want the same word add up first"
        }
    };
    let message = format!(
        "up to {} lanes of a warp change the same word of shared memory, one after the other: a \
         request takes {} turns on average where {} would do; {cure}",
        counts.max_lanes_on_word,
        average(counts.least_shared_turns() + wasted, counts.shared_requests),
        fewest(counts),
    );
    Some(Advice { kind: FindingKind::SameWord, wasted, message })
}

/// Whether the turns that an instruction lost at shared memory are many, of its own
/// and of all.
fn is_worth_a_word(counts: &Counts, wasted: u64, total: &Total) -> bool {
    let least = counts.least_shared_turns();
    counts.shared_requests >= FEWEST
        && least + wasted >= TURNS_TOO_MANY * least
        && wasted * PART_OF_TURNS >= total.counts.shared_turns
}

/// The turns per request that would do.
fn fewest(counts: &Counts) -> String {
    let least = average(counts.least_shared_turns(), counts.shared_requests);
    if least == "1" { "one".to_owned() } else { least }
}

/// Branches at which warps part, so that many lanes sit idle.
fn divergence(tally: &Tally, total: &Total) -> Option<Advice> {
    let counts = &tally.counts;
    let wasted = tally.diverged.idle_lanes;
    let all_lanes = total.counts.warp_instructions * total.width;
    // A guard at the edge of a grid parts few of the warps that come to it. The
    // exit of a loop parts seldom, too, but then a lot must be lost.
    let often = 2 * counts.divergent_branches >= counts.branches;
    let part = if often { PART_OF_LANES } else { PART_OF_LANES_SELDOM };
    if counts.divergent_branches < FEWEST || wasted * part < all_lanes {
        return None;
    }
    let message = format!(
        "warps part here {} of the {} times that they come, and the lanes that wait until they \
         meet again are {} % of all that the instructions could use; let neighbouring lanes go \
         the same way, so that whole warps do",
        counts.divergent_branches,
        counts.branches,
        (100 * wasted).checked_div(all_lanes).unwrap_or(0),
    );
    Some(Advice { kind: FindingKind::Divergence, wasted, message })
}

/// An average with one digit behind the point, if it has one.
fn average(sum: u64, count: u64) -> String {
    let tenths = (10 * sum + count / 2).checked_div(count).unwrap_or(0);
    match tenths % 10 {
        0 => format!("{}", tenths / 10),
        digit => format!("{}.{digit}", tenths / 10),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn averages_are_short() {
        for (sum, count, expected) in
            [(128, 4, "32"), (7, 2, "3.5"), (2, 3, "0.7"), (299, 100, "3"), (5, 0, "0")]
        {
            assert_eq!(average(sum, count), expected);
        }
    }
}
