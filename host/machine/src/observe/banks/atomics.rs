//! Atomics in shared memory.
//!
//! A lane that changes a word shares it with nobody, so lanes that meet at a word
//! take turns, as lanes do that want different words of one bank. How many turns
//! that are depends on what the device makes of the operation ([`AtomicShape`]);
//! `docs/measurements/shared-atomics.sh` counts them on a device.

use super::{Banks, MOST_BANKS, Pass, WarpAccess, serve_words};
use crate::model::AtomicRule;
use crate::sim::code::{Atomic, AtomicFunction, Code, Op, Scalar};
use serde::{Deserialize, Serialize};

/// A group of lanes has no more words, whatever the model.
const MOST_WORDS: usize = 64;
/// A compare-exchange reads in one turn and writes in another.
const TURNS_OF_COMPARE: u64 = 2;

/// What a device makes of an atomic operation.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum AtomicShape {
    /// Adds the constant one to 32 bits, and nobody looks at what was there.
    Count,
    /// Any other operation on an integer of 32 bits.
    #[default]
    Update,
    Compare,
    /// What no bank can do, as sums of floating-point numbers and integers of 64
    /// bits: a loop that loads, computes and tries to exchange.
    Loop,
}

impl AtomicShape {
    /// The shape of each instruction of a kernel that is an atomic in shared memory;
    /// the others have one that says nothing.
    #[must_use]
    pub fn of_code(code: &Code) -> Vec<AtomicShape> {
        let is_one = |value| code.constants.contains(&(value, 1));
        let shape = |op: &Op| match *op {
            Op::Atomic { op: Atomic { function, scalar, used, .. }, value, .. } => {
                match (function, scalar) {
                    (AtomicFunction::Add, Scalar::U32 | Scalar::I32) if !used && is_one(value) => {
                        AtomicShape::Count
                    }
                    (AtomicFunction::Exchange, _) | (_, Scalar::U32 | Scalar::I32) => {
                        AtomicShape::Update
                    }
                    _ => AtomicShape::Loop,
                }
            }
            Op::CompareExchange { .. } => AtomicShape::Compare,
            _ => AtomicShape::default(),
        };
        code.ops.iter().map(shape).collect()
    }
}

/// What a group of lanes costs that change what they want.
pub(super) fn serve(banks: Banks, shape: AtomicShape, addresses: &[Option<u64>], pass: &mut Pass) {
    let words = Words::new(banks, addresses, pass);
    pass.lanes_on_word = words.list().iter().map(|word| word.lanes.into()).max().unwrap_or(0);
    let turns = match (banks.atomics, shape) {
        (AtomicRule::LockLoop, _) => words.one_lane_of_each_word_at_a_time(),
        (AtomicRule::NativeCounting, AtomicShape::Count) => {
            return serve_words(banks, addresses, pass);
        }
        (AtomicRule::Native | AtomicRule::NativeCounting, _) => words.one_lane_at_a_time(),
    };
    serve_words(banks, addresses, pass);
    for (all, more) in pass.turns_by_bank.iter_mut().zip(turns.by_bank) {
        *all = more.max(*all);
    }
    pass.same_word_turns = turns.all.saturating_sub(pass.turns);
    pass.turns = pass.turns.max(turns.all);
    if shape == AtomicShape::Compare {
        pass.least_turns *= TURNS_OF_COMPARE;
        pass.turns *= TURNS_OF_COMPARE;
        pass.same_word_turns *= TURNS_OF_COMPARE;
        for turns in &mut pass.turns_by_bank {
            *turns = turns.saturating_mul(TURNS_OF_COMPARE as u8);
        }
    }
}

/// What a loop of loads and compare-exchanges costs. In each round all lanes that
/// are left load. Then group by group they try, of every bank the lowest lane, and
/// succeed if nobody has changed the word since they loaded it.
pub(super) fn serve_loop(banks: Banks, addresses: &[Option<u64>], pass: &mut Pass) {
    pass.least_turns = 0;
    let apart = rounds(banks, &without_repeats(addresses), pass);
    let all = rounds(banks, addresses, pass);
    pass.turns = all;
    pass.same_word_turns = all.saturating_sub(apart);
    let words = Words::new(banks, addresses, pass);
    pass.lanes_on_word = words.list().iter().map(|word| word.lanes.into()).max().unwrap_or(0);
    pass.turns_by_bank = words.one_lane_at_a_time().by_bank;
}

/// Turns until all are through; what the first round takes at least is kept.
fn rounds(banks: Banks, addresses: &[Option<u64>], pass: &mut Pass) -> u64 {
    let mut left = [None; MOST_WORDS];
    for (left, address) in left.iter_mut().zip(addresses) {
        *left = *address;
    }
    let left = &mut left[..addresses.len().min(MOST_WORDS)];
    let is_busy = |group: &[Option<u64>]| group.iter().any(Option::is_some);
    let (mut turns, mut is_first) = (0, true);
    while is_busy(left) {
        let mut least = 0;
        let access = WarpAccess { addresses: left, bytes_per_lane: pass.bytes };
        let together = banks.lanes_per_load(pass.bytes, &access);
        for group in left.chunks(together).filter(|group| is_busy(group)) {
            let mut load = Pass { turns: 1, turns_by_bank: [0; MOST_BANKS], ..*pass };
            serve_words(banks, group, &mut load);
            turns += load.turns;
            least += 1;
        }
        let mut changed = [u64::MAX; MOST_WORDS];
        let mut changes = 0;
        let together = banks.lanes_per_pass(pass.bytes);
        for group in left.chunks_mut(together).filter(|group| is_busy(group)) {
            turns += TURNS_OF_COMPARE;
            least += TURNS_OF_COMPARE;
            let mut is_tried = [false; MOST_BANKS];
            for lane in group.iter_mut() {
                let Some(address) = *lane else { continue };
                let word = address >> banks.width_bytes.max(1).ilog2();
                let tried = &mut is_tried[banks.bank_and_row(word).0 % MOST_BANKS];
                if std::mem::replace(tried, true) || changed[..changes].contains(&address) {
                    continue;
                }
                changed[changes] = address;
                changes += 1;
                *lane = None;
            }
        }
        if std::mem::take(&mut is_first) {
            pass.least_turns = least;
        }
    }
    turns
}

/// Only the first of the lanes that want a word.
fn without_repeats(addresses: &[Option<u64>]) -> Vec<Option<u64>> {
    let is_first = |lane: usize| !addresses[..lane].contains(&addresses[lane]);
    (0..addresses.len()).map(|lane| addresses[lane].filter(|_| is_first(lane))).collect()
}

/// A word and how many lanes change it.
#[derive(Clone, Copy, Default)]
struct Word {
    number: u64,
    bank: u8,
    lanes: u8,
}

/// The words that a group of lanes changes; a wide one goes by its first.
struct Words {
    words: [Word; MOST_WORDS],
    count: usize,
}

struct Turns {
    all: u64,
    by_bank: [u8; MOST_BANKS],
}

impl Words {
    fn new(banks: Banks, addresses: &[Option<u64>], pass: &Pass) -> Words {
        let shift = banks.width_bytes.max(1).ilog2();
        let mut found = Words { words: [Word::default(); MOST_WORDS], count: 0 };
        for address in addresses.iter().flatten().take(MOST_WORDS) {
            let number = address.saturating_add(pass.offset) >> shift;
            let known = found.words[..found.count].iter_mut().find(|word| word.number == number);
            match known {
                Some(word) => word.lanes += 1,
                None => {
                    let bank = banks.bank_and_row(number).0 as u8;
                    found.words[found.count] = Word { number, bank, lanes: 1 };
                    found.count += 1;
                }
            }
        }
        found
    }

    fn list(&self) -> &[Word] {
        &self.words[..self.count]
    }

    /// Every bank serves its lanes one after the other, whatever the others do.
    fn one_lane_at_a_time(&self) -> Turns {
        let mut by_bank = [0u8; MOST_BANKS];
        for word in self.list() {
            let turns = &mut by_bank[usize::from(word.bank) % MOST_BANKS];
            *turns = turns.saturating_add(word.lanes);
        }
        Turns { all: by_bank.iter().copied().max().unwrap_or(0).into(), by_bank }
    }

    /// In each round of the loop one lane of every word gets through, and words of
    /// one bank take turns. Nobody starts the next round before all are through.
    fn one_lane_of_each_word_at_a_time(&self) -> Turns {
        let mut sum = Turns { all: 0, by_bank: [0; MOST_BANKS] };
        let rounds = self.list().iter().map(|word| word.lanes).max().unwrap_or(0);
        for round in 0..rounds {
            let mut by_bank = [0u8; MOST_BANKS];
            for word in self.list().iter().filter(|word| word.lanes > round) {
                by_bank[usize::from(word.bank) % MOST_BANKS] += 1;
            }
            sum.all += u64::from(by_bank.iter().copied().max().unwrap_or(0));
            for (all, more) in sum.by_bank.iter_mut().zip(by_bank) {
                *all = all.saturating_add(more);
            }
        }
        sum
    }
}
