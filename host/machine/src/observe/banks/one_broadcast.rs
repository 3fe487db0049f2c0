//! Loads on the first cards, where only one word is given to several lanes.
//!
//! A half-warp is served in steps. In each step one of the words that lanes still
//! wait for is the broadcast word: all who want it are served, and of every other
//! bank one lane. Two lanes that want the same word which is not the broadcast
//! word are served in different steps. Which word is chosen the guide leaves open;
//! here it is the one that most lanes wait for, and among several that of the
//! lowest lane.

use super::{Banks, MOST_BANKS, Pass};

/// No half-warp has more lanes, whatever the model.
const MOST_WAITING: usize = 64;

pub(super) fn serve(banks: Banks, addresses: &[Option<u64>], pass: &mut Pass) {
    let shift = banks.width_bytes.max(1).ilog2();
    let mut waiting = [0u64; MOST_WAITING];
    let mut count = 0;
    for address in addresses.iter().flatten().take(MOST_WAITING) {
        waiting[count] = address.saturating_add(pass.offset) >> shift;
        count += 1;
    }
    pass.turns = 0;
    while count > 0 {
        let broadcast = most_wanted(&waiting[..count]);
        let mut is_busy = [false; MOST_BANKS];
        is_busy[banks.bank_and_row(broadcast).0 % MOST_BANKS] = true;
        let mut left = 0;
        for index in 0..count {
            let word = waiting[index];
            let busy = &mut is_busy[banks.bank_and_row(word).0 % MOST_BANKS];
            if word == broadcast || !std::mem::replace(busy, true) {
                continue;
            }
            waiting[left] = word;
            left += 1;
        }
        count = left;
        pass.turns += 1;
        for (turns, _) in pass.turns_by_bank.iter_mut().zip(is_busy).filter(|(_, busy)| *busy) {
            *turns = turns.saturating_add(1);
        }
    }
}

/// The word that most lanes wait for, the lowest lane's among several. There is one.
fn most_wanted(waiting: &[u64]) -> u64 {
    let wanted_by = |word: u64| waiting.iter().filter(|&&other| other == word).count();
    let mut best = (0, 0);
    for &word in waiting {
        let lanes = wanted_by(word);
        if lanes > best.0 {
            best = (lanes, word);
        }
    }
    best.1
}
