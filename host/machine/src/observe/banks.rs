//! Bank conflicts in shared memory.
//!
//! Successive words lie in successive banks, and a bank serves one word at a
//! time. Lanes that want the same word share it; lanes that want different
//! words of one bank queue up. Wide accesses are split first: the banks
//! together give a fixed number of bytes per pass, so 8-byte accesses are served
//! half of the lanes at a time, and 16-byte accesses a quarter.

use super::WarpAccess;
use super::distinct::{Distinct, LISTS};
use crate::model::SharedMemory;

/// No device has more banks.
const MOST_BANKS: usize = LISTS;

/// How the shared memory of a device is built.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Banks {
    /// Number of banks, a power of two, 64 at most.
    pub count: u64,
    /// Bytes per bank and pass, a power of two.
    pub width_bytes: u64,
    /// Lanes that are served together when each wants one word: a half-warp on
    /// the first cards, a warp since Fermi.
    pub lanes: usize,
}

impl From<&SharedMemory> for Banks {
    fn from(shared: &SharedMemory) -> Banks {
        Banks {
            count: u64::from(shared.banks),
            width_bytes: u64::from(shared.bank_bytes),
            lanes: shared.lanes_per_request as usize,
        }
    }
}

/// How often an access queues up: 1 without conflicts, `n` if the busiest bank
/// must be asked `n` times; where an access takes several passes anyway, the
/// extra turns of all passes count.
pub fn degree(banks: Banks, access: &WarpAccess<'_>) -> u64 {
    if is_free(banks, access) {
        return 1;
    }
    let words_per_lane = access.bytes_per_lane.div_ceil(banks.width_bytes.max(1)).max(1);
    let lanes_per_pass = (banks.lanes as u64 / words_per_lane).max(1) as usize;
    let extra: u64 =
        access.groups(lanes_per_pass).map(|pass| turns(banks, &pass, words_per_lane) - 1).sum();
    1 + extra
}

/// Whether it is plain at a glance that nobody queues up: neighbouring lanes
/// want neighbouring words, or all of them the same one.
fn is_free(banks: Banks, access: &WarpAccess<'_>) -> bool {
    let mut active = access.active();
    let Some(first) = active.next() else { return true };
    let word = banks.width_bytes.max(1);
    if access.bytes_per_lane != word || !first.is_multiple_of(word) {
        return false;
    }
    let distance = match active.next() {
        Some(second) if second == first => 0,
        Some(second) if second == first.wrapping_add(word) => word,
        Some(_) => return false,
        None => return true,
    };
    let mut expected = first.wrapping_add(distance);
    banks.lanes as u64 <= banks.count
        && active.all(|address| {
            expected = expected.wrapping_add(distance);
            address == expected
        })
}

/// The most different words that the lanes of a pass want of one bank.
fn turns(banks: Banks, pass: &WarpAccess<'_>, words_per_lane: u64) -> u64 {
    // Models with other numbers than powers of two are refused when they are read.
    let count = 1 << banks.count.clamp(1, MOST_BANKS as u64).ilog2();
    let mut active = pass.active();
    if active.next().is_none() {
        return 1;
    }
    if active.next().is_none() {
        // The words of one lane lie side by side, however many there are.
        return words_per_lane.div_ceil(count).max(1);
    }
    let mut turns = [0u8; MOST_BANKS];
    let mut most = 1;
    let mut known = Distinct::new();
    let shift = banks.width_bytes.max(1).ilog2();
    for address in pass.active() {
        let word = address >> shift;
        for word in word..word.saturating_add(words_per_lane) {
            let bank = (word & (count - 1)) as usize;
            if known.insert_into(bank, word) {
                // A pass has no more words than lanes, of which there are 64.
                turns[bank] = turns[bank].saturating_add(1);
                most = most.max(turns[bank]);
            }
        }
    }
    most.into()
}

#[cfg(test)]
mod tests {
    use super::super::tests::lanes;
    use super::*;
    use crate::model;

    /// 16 banks, half-warps.
    const G80: &str = "8800 GTX";
    /// 32 banks, as on all cards since Fermi.
    const MODERN: &str = "H200";

    fn check(model: &str, bytes_per_lane: u64, addresses: &[Option<u64>], expected: u64) {
        let banks = Banks::from(&model::find(model).expect(model).shared);
        let found = degree(banks, &WarpAccess { addresses, bytes_per_lane });
        assert_eq!(found, expected, "{banks:?}, {bytes_per_lane} bytes, {addresses:?}");
    }

    #[test]
    fn strides_conflict_by_their_common_factor_with_the_banks() {
        // With stride s, gcd(s, 32) lanes meet in each bank that is used.
        for (stride, expected) in [(1, 1), (2, 2), (3, 1), (4, 4), (8, 8), (16, 16), (32, 32)] {
            check(MODERN, 4, &lanes(32, |lane| 4 * stride * lane), expected);
        }
        check(MODERN, 4, &lanes(32, |lane| 4 * 33 * lane), 1);
    }

    #[test]
    fn reading_a_tile_by_columns_is_cured_by_one_word_of_padding() {
        // A column of a tile of width 32 lies in one bank; with width 33 it is
        // spread over all of them.
        check(MODERN, 4, &lanes(32, |row| 4 * (32 * row + 5)), 32);
        check(MODERN, 4, &lanes(32, |row| 4 * (33 * row + 5)), 1);
    }

    #[test]
    fn sixteen_banks_serve_half_warps() {
        // Rows of 16 words: each half-warp has 16 lanes in one bank, 15 extra
        // turns each. Padded to 17 words there are none.
        check(G80, 4, &lanes(32, |row| 4 * 16 * row), 1 + 15 + 15);
        check(G80, 4, &lanes(32, |row| 4 * 17 * row), 1);
        // Lanes 0 and 16 meet in a bank but belong to different half-warps.
        check(G80, 4, &lanes(32, |lane| 4 * lane), 1);
    }

    #[test]
    fn a_word_that_several_lanes_want_is_read_once() {
        check(MODERN, 4, &lanes(32, |_| 64), 1);
        // Two groups of lanes, two words in different banks.
        check(MODERN, 4, &lanes(32, |lane| 4 * (lane / 16)), 1);
        // Two words in the same bank.
        check(MODERN, 4, &lanes(32, |lane| 128 * (lane / 16)), 2);
        // Bytes of one word are one word.
        check(MODERN, 1, &lanes(32, |lane| lane), 1);
    }

    #[test]
    fn wide_accesses_are_split_before_conflicts_are_counted() {
        // 16 bytes per lane, side by side: four passes of eight lanes, each
        // touching every bank once.
        check(MODERN, 16, &lanes(32, |lane| 16 * lane), 1);
        check(MODERN, 8, &lanes(32, |lane| 8 * lane), 1);
        // 8 bytes every 16: a half-warp covers each second pair of banks twice.
        check(MODERN, 8, &lanes(32, |lane| 16 * lane), 1 + 1 + 1);
    }

    #[test]
    fn lanes_that_are_masked_off_do_not_count() {
        let mut addresses = lanes(32, |lane| 128 * lane);
        for (lane, address) in addresses.iter_mut().enumerate() {
            if lane % 8 != 0 {
                *address = None;
            }
        }
        check(MODERN, 4, &addresses, 4);
        check(MODERN, 4, &[None; 32], 1);
        check(MODERN, 4, &[], 1);
    }
}
