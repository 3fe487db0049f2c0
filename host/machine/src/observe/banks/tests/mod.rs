//! What accesses cost at the banks, by the rules in words, by the examples of the
//! guides and by what a device counted.

mod guides;
mod measured;

use super::super::tests::lanes;
use super::*;
use crate::model;

/// The banks of a built-in model.
fn banks(model: &str) -> Banks {
    Banks::from(&model::find(model).expect(model).shared)
}

/// Checks turns, the fewest possible, and the degree of conflict.
fn check(
    banks: Banks,
    (kind, bytes_per_lane): (BankAccess, u64),
    addresses: &[Option<u64>],
    expected: (u64, u64, u64),
) {
    let found = cost(banks, kind, &WarpAccess { addresses, bytes_per_lane });
    let context = format!("{banks:?}, {kind:?} of {bytes_per_lane} bytes, {addresses:?}");
    assert_eq!((found.turns, found.least_turns, found.degree), expected, "{context}");
    // What the passes say adds up to the same.
    let mut turns = 0;
    for_each_pass(banks, kind, &WarpAccess { addresses, bytes_per_lane }, |pass| {
        turns += pass.turns;
        let busiest = pass.turns_by_bank.iter().copied().max().map(u64::from);
        assert_eq!(busiest, Some(pass.turns), "{context}");
    });
    assert_eq!(turns, found.turns, "{context}");
}

const LOAD4: (BankAccess, u64) = (BankAccess::Load, 4);

#[test]
fn reading_a_tile_by_columns_is_cured_by_one_word_of_padding() {
    // A column of a tile of width 32 lies in one bank; with width 33 it is
    // spread over all of them.
    check(banks("H200"), LOAD4, &lanes(32, |row| 4 * (32 * row + 5)), (32, 1, 32));
    check(banks("H200"), LOAD4, &lanes(32, |row| 4 * (33 * row + 5)), (1, 1, 1));
}

#[test]
fn half_warps_do_not_meet() {
    for model in ["8800 GTX", "GTX 280"] {
        // Rows of 16 words: each half-warp has 16 lanes in one bank. Padded to 17
        // words there is nobody in the way.
        check(banks(model), LOAD4, &lanes(32, |row| 4 * 16 * row), (32, 2, 16));
        check(banks(model), LOAD4, &lanes(32, |row| 4 * 17 * row), (2, 2, 1));
        // A two-way conflict in one half only.
        let mut half = lanes(32, |lane| 4 * lane);
        half[1] = Some(4 * 16);
        check(banks(model), LOAD4, &half, (3, 2, 2));
        // A half-warp that does nothing takes no turn.
        let mut first = lanes(32, |lane| 8 * lane);
        first[16..].fill(None);
        check(banks(model), LOAD4, &first, (2, 1, 2));
    }
}

#[test]
fn accesses_of_odd_sizes_are_cut_up_by_where_they_lie() {
    let h200 = banks("H200");
    // Three words of four: eight bytes by half-warps, four by the warp.
    check(h200, (BankAccess::Load, 12), &lanes(32, |lane| 16 * lane), (4 + 4, 3, 4));
    // Three words side by side lie at multiples of four bytes only.
    check(h200, (BankAccess::Load, 12), &lanes(32, |lane| 12 * lane), (3, 3, 1));
    // 40 bytes at multiples of eight: five parts for two half-warps. Ten words
    // apart, a half-warp's pairs take the even and then the odd ones of 16 places.
    check(h200, (BankAccess::Load, 40), &lanes(32, |lane| 40 * lane), (10, 10, 1));
    // Two bytes each of neighbouring halves of words.
    check(h200, (BankAccess::Load, 2), &lanes(32, |lane| 2 * lane), (1, 1, 1));
    check(h200, (BankAccess::Load, 6), &lanes(32, |lane| 8 * lane), (2 + 2, 2, 2));
}

#[test]
fn lanes_that_are_masked_off_do_not_count() {
    let mut addresses = lanes(32, |lane| 128 * lane);
    for (lane, address) in addresses.iter_mut().enumerate() {
        if lane % 8 != 0 {
            *address = None;
        }
    }
    check(banks("H200"), LOAD4, &addresses, (4, 1, 4));
    check(banks("H200"), LOAD4, &[None; 32], (0, 0, 1));
    check(banks("H200"), LOAD4, &[], (0, 0, 1));
}

#[test]
fn words_far_up_are_no_reason_to_panic() {
    for model in model::builtin() {
        for kind in [
            BankAccess::Load,
            BankAccess::Store,
            BankAccess::Atomic(AtomicShape::Update),
            BankAccess::Atomic(AtomicShape::Loop),
        ] {
            for bytes_per_lane in [0, 1, 4, 16, 500] {
                let addresses = [Some(u64::MAX - 1), Some(0), Some(u64::MAX)];
                let access = WarpAccess { addresses: &addresses, bytes_per_lane };
                let found = cost(Banks::from(&model.shared), kind, &access);
                assert!(found.turns >= found.least_turns, "{} {kind:?}", model.name);
            }
        }
    }
}

#[test]
fn a_lock_loop_lets_one_lane_of_each_word_through_at_a_time() {
    let check = |address: fn(u64) -> u64, turns: u64, same_word: u64, lanes_on_word: u64| {
        let addresses = lanes(32, address);
        let access = WarpAccess { addresses: &addresses, bytes_per_lane: 4 };
        let found = cost(banks("C2050"), BankAccess::Atomic(AtomicShape::Count), &access);
        let counted = (found.turns, found.same_word_turns, found.lanes_on_word);
        assert_eq!(counted, (turns, same_word, lanes_on_word));
        assert_eq!(found.turns, 1 + found.conflicts() + found.same_word_turns);
    };
    check(|lane| 4 * lane, 1, 0, 1);
    check(|_| 64, 32, 31, 32);
    check(|lane| 4 * (lane / 2), 2, 1, 2);
    // Two lanes at each of 16 words of a bank.
    check(|lane| 128 * (lane / 2), 32, 16, 2);
    // 31 lanes at one word, and one in the same bank, which is through at once.
    check(|lane| 128 * (lane / 31), 32, 30, 31);
}
