//! Atomics in shared memory.
//!
//! A lane that changes a word shares it with nobody, so lanes that meet at a word
//! take turns, as lanes do that want different words of one bank.

use super::{Banks, MOST_BANKS, Pass, serve_words};
use crate::model::AtomicRule;

/// A group of lanes has no more words, whatever the model.
const MOST_WORDS: usize = 64;

pub(super) fn serve(banks: Banks, addresses: &[Option<u64>], pass: &mut Pass) {
    serve_words(banks, addresses, pass);
    let apart = pass.turns;
    let words = Words::new(banks, addresses, pass.offset);
    let turns = match banks.atomics {
        AtomicRule::Native => words.one_lane_at_a_time(),
        AtomicRule::LockLoop => words.one_lane_of_each_word_at_a_time(),
    };
    for (all, more) in pass.turns_by_bank.iter_mut().zip(turns.by_bank) {
        *all = more.max(*all);
    }
    pass.turns = apart.max(turns.all);
    pass.same_word_turns = pass.turns - apart;
    pass.lanes_on_word = words.list().iter().map(|word| word.lanes.into()).max().unwrap_or(0);
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
    fn new(banks: Banks, addresses: &[Option<u64>], offset: u64) -> Words {
        let shift = banks.width_bytes.max(1).ilog2();
        let mut found = Words { words: [Word::default(); MOST_WORDS], count: 0 };
        for address in addresses.iter().flatten().take(MOST_WORDS) {
            let number = address.saturating_add(offset) >> shift;
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
