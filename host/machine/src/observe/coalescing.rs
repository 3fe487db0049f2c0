//! Transactions in global memory.
//!
//! Memory moves in transactions. How many a warp's access costs depends on the
//! rule of the hardware's generation, and the rules differ so much that the same
//! access is perfect on one card and sixteen times as expensive on another.

use super::distinct::Distinct;
use super::{MOST_LANES, WarpAccess};
use crate::model::{Coalescing, DeviceModel};
use std::ops::RangeInclusive;

/// Bytes of a sector, the smallest unit that memory moves today.
pub const SECTOR_BYTES: u64 = 32;

/// Which way data goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TransferDirection {
    Load,
    Store,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TransactionCount {
    pub count: u64,
    /// How many bytes they move.
    pub bytes_moved: u64,
}

impl TransactionCount {
    fn of(count: u64, bytes_each: u64) -> TransactionCount {
        TransactionCount { count, bytes_moved: count * bytes_each }
    }

    fn plus(self, other: TransactionCount) -> TransactionCount {
        TransactionCount {
            count: self.count + other.count,
            bytes_moved: self.bytes_moved + other.bytes_moved,
        }
    }
}

/// What an access of one warp costs under a model's rule.
pub fn count_transactions(
    model: &DeviceModel,
    direction: TransferDirection,
    access: &WarpAccess<'_>,
) -> TransactionCount {
    match model.coalescing {
        Coalescing::HalfWarpInOrder { lanes_per_request, serial_bytes } => {
            in_order(access, lanes_per_request as usize, u64::from(serial_bytes))
        }
        Coalescing::Segments { lanes_per_request, smallest_bytes, largest_bytes } => {
            let range = u64::from(smallest_bytes)..=u64::from(largest_bytes);
            segments(access, lanes_per_request as usize, range)
        }
        Coalescing::Lines { line_bytes, l1_caches, uncached_bytes } => {
            // Only loads go through the first-level cache.
            let cached = l1_caches && direction == TransferDirection::Load;
            let bytes = if cached { line_bytes } else { uncached_bytes };
            lines(access, u64::from(bytes), model.warp_width as usize)
        }
        Coalescing::Sectors { sector_bytes } => {
            let bytes = u64::from(sector_bytes);
            TransactionCount::of(distinct_units(access, bytes), bytes)
        }
    }
}

/// What a transaction is called under a model's rule: sectors on today's cards of
/// NVIDIA, lines where a cache serves whole ones, and so on.
#[must_use]
pub fn unit(model: &DeviceModel, direction: TransferDirection) -> &'static str {
    match model.coalescing {
        Coalescing::HalfWarpInOrder { .. } => "transaction",
        Coalescing::Segments { .. } => "segment",
        Coalescing::Lines { l1_caches: true, .. } if direction == TransferDirection::Load => "line",
        Coalescing::Lines { .. } => "transaction",
        Coalescing::Sectors { .. } => "sector",
    }
}

/// Whether a model moves just the sectors that [`sectors`] counts, so that they
/// need not be counted twice.
pub fn moves_sectors(model: &DeviceModel) -> bool {
    matches!(model.coalescing, Coalescing::Sectors { sector_bytes } if u64::from(sector_bytes) == SECTOR_BYTES)
}

/// Addresses matter to a model's rule only up to a multiple of this: the same
/// access moved on by it costs the same, in sectors too.
pub fn period(model: &DeviceModel) -> u64 {
    let own = match model.coalescing {
        // The largest words that can be in order have 16 bytes.
        Coalescing::HalfWarpInOrder { lanes_per_request, .. } => 16 * lanes_per_request,
        Coalescing::Segments { largest_bytes, .. } => largest_bytes,
        Coalescing::Lines { line_bytes, uncached_bytes, .. } => line_bytes.max(uncached_bytes),
        Coalescing::Sectors { sector_bytes } => sector_bytes,
    };
    // A common multiple of both, as the second factor is a power of two.
    let own = u64::from(own.max(1));
    own * (SECTOR_BYTES >> own.trailing_zeros().min(SECTOR_BYTES.ilog2()))
}

/// The distinct 32-byte sectors that an access touches. This is how Pascal and
/// all later cards move data, and it is the measure of waste on any card.
pub fn sectors(access: &WarpAccess<'_>) -> TransactionCount {
    TransactionCount::of(distinct_units(access, SECTOR_BYTES), SECTOR_BYTES)
}

/// The distinct cache lines that an access touches, each of which is moved
/// whole. Fermi with its first-level cache works like this with lines of 128
/// bytes. It splits wide accesses first: 8 bytes per lane are asked for by
/// half-warps, 16 bytes by quarters.
fn lines(access: &WarpAccess<'_>, line_bytes: u64, lanes: usize) -> TransactionCount {
    let split = (access.bytes_per_lane / 4).clamp(1, 4) as usize;
    access
        .groups(lanes / split)
        .map(|group| TransactionCount::of(distinct_units(&group, line_bytes), line_bytes))
        .fold(TransactionCount::default(), TransactionCount::plus)
}

/// The rule of the first CUDA cards (compute capability 1.0 and 1.1). The lanes
/// of a half-warp must want consecutive words, lane `k` the `k`-th word of an
/// aligned segment of 16 words; some may be missing. Then one transaction serves
/// them all (two for 16-byte words). Otherwise every lane gets its own.
fn in_order(access: &WarpAccess<'_>, lanes: usize, serial_bytes: u64) -> TransactionCount {
    access
        .groups(lanes)
        .map(|half| {
            let word = half.bytes_per_lane;
            let segment = lanes as u64 * word;
            match (is_in_order(&half, segment), word) {
                (true, 16) => TransactionCount::of(2, segment / 2),
                (true, _) => TransactionCount::of(1, segment),
                (false, _) => TransactionCount::of(half.active().count() as u64, serial_bytes),
            }
        })
        .fold(TransactionCount::default(), TransactionCount::plus)
}

fn is_in_order(half: &WarpAccess<'_>, segment: u64) -> bool {
    let word = half.bytes_per_lane;
    let mut requests = half
        .addresses
        .iter()
        .enumerate()
        .filter_map(|(lane, address)| Some((lane as u64, (*address)?)));
    let Some((lane, address)) = requests.next() else { return true };
    // Where the segment starts if this lane is in its place.
    let Some(start) = address.checked_sub(lane * word) else { return false };
    matches!(word, 4 | 8 | 16)
        && start.is_multiple_of(segment)
        && requests.all(|(lane, address)| address == start.saturating_add(lane * word))
}

/// The protocol of compute capability 1.2 and 1.3. Half-warp by half-warp: take
/// the segment of the lowest lane that still waits (32 bytes for 1-byte words, 64
/// for 2-byte words, 128 otherwise), serve every lane whose word lies in it,
/// shrink the segment to the half that is used as long as it can be, and go on
/// with those that are left.
fn segments(access: &WarpAccess<'_>, lanes: usize, sizes: RangeInclusive<u64>) -> TransactionCount {
    access
        .groups(lanes)
        .map(|half| serve(&half, &sizes))
        .fold(TransactionCount::default(), TransactionCount::plus)
}

fn serve(half: &WarpAccess<'_>, sizes: &RangeInclusive<u64>) -> TransactionCount {
    let word = half.bytes_per_lane.max(1);
    // Bytes start from the smallest segment, pairs of them from twice that.
    let largest = sizes.end().min(&(sizes.start() * if word < 4 { word } else { 4 })).to_owned();
    let shift = shift(largest);
    let mut waiting = [0; MOST_LANES];
    let mut count = 0;
    for (slot, address) in waiting.iter_mut().zip(half.active()) {
        *slot = address;
        count += 1;
    }
    let mut total = TransactionCount::default();
    while count > 0 {
        let segment = waiting[0] >> shift;
        let (mut lowest, mut highest) = (waiting[0], waiting[0]);
        let mut left = 0;
        for lane in 0..count {
            let address = waiting[lane];
            if address >> shift == segment {
                lowest = lowest.min(address);
                highest = highest.max(address);
            } else {
                waiting[left] = address;
                left += 1;
            }
        }
        highest = highest.saturating_add(word - 1);
        let mut size = largest;
        while size > *sizes.start() && lowest / (size / 2) == highest / (size / 2) {
            size /= 2;
        }
        total = total.plus(TransactionCount::of(1, size));
        count = left;
    }
    total
}

/// How many distinct aligned units of `bytes`, lines or sectors, an access
/// touches.
fn distinct_units(access: &WarpAccess<'_>, bytes: u64) -> u64 {
    let shift = shift(bytes);
    if access.bytes_per_lane > bytes {
        return distinct_units_of_wide(access, shift);
    }
    let mut known = Distinct::new();
    let mut newest = None;
    let mut count = 0;
    for address in access.active() {
        let first = address >> shift;
        let last = address.saturating_add(access.bytes_per_lane.saturating_sub(1)) >> shift;
        // Neighbouring lanes mostly share a unit.
        if newest != Some(first) {
            count += u64::from(known.insert(first));
        }
        if last != first {
            count += u64::from(known.insert(last));
        }
        newest = Some(last);
    }
    count
}

/// The same where a lane asks for more than a unit: stretches of units that
/// may overlap.
fn distinct_units_of_wide(access: &WarpAccess<'_>, shift: u32) -> u64 {
    let mut stretches = [(0, 0); MOST_LANES];
    let mut lanes = 0;
    for (slot, address) in stretches.iter_mut().zip(access.active()) {
        let last = address.saturating_add(access.bytes_per_lane - 1);
        *slot = (address >> shift, last >> shift);
        lanes += 1;
    }
    let stretches = &mut stretches[..lanes];
    stretches.sort_unstable();
    let mut count = 0;
    let mut counted_to = 0;
    for &mut (first, last) in stretches {
        // The first unit that no stretch before this one has.
        let from = first.max(counted_to);
        count += (last + 1).saturating_sub(from);
        counted_to = counted_to.max(last + 1);
    }
    count
}

/// Dividing by a size, as a shift. The sizes of units are powers of two: a
/// model with others is refused when it is read.
fn shift(bytes: u64) -> u32 {
    bytes.max(1).ilog2()
}

#[cfg(test)]
mod tests {
    use super::super::tests::lanes;
    use super::*;
    use crate::model;

    /// A load under the rule of a built-in model.
    fn load(model: &str, access: &WarpAccess<'_>) -> TransactionCount {
        count_transactions(model::find(model).expect(model), TransferDirection::Load, access)
    }

    fn words(addresses: &[Option<u64>]) -> WarpAccess<'_> {
        WarpAccess { addresses, bytes_per_lane: 4 }
    }

    fn t(count: u64, bytes_moved: u64) -> TransactionCount {
        TransactionCount { count, bytes_moved }
    }

    #[test]
    fn a_strided_copy_under_every_rule() {
        // A warp reads word `stride * lane`. Modern cards move the sectors it
        // touches: 4 for 128 bytes side by side, 8 at stride 2, and from stride
        // 8 on one for every lane. Fermi moves whole lines. Compute capability
        // 1.2 moves 64 bytes per half-warp at stride 1, 128 at stride 2, and
        // shrinks to 32 bytes once lanes are alone. The 8800 serves lanes one by
        // one as soon as the order is broken.
        let table = [
            // stride, sectors, lines, segments, in order
            (1, t(4, 128), t(1, 128), t(2, 128), t(2, 128)),
            (2, t(8, 256), t(2, 256), t(2, 256), t(32, 1024)),
            (8, t(32, 1024), t(8, 1024), t(8, 1024), t(32, 1024)),
            (32, t(32, 1024), t(32, 4096), t(32, 1024), t(32, 1024)),
        ];
        for (stride, by_sector, by_line, by_segment, in_order) in table {
            let addresses = lanes(32, |lane| 4 * stride * lane);
            let access = words(&addresses);
            assert_eq!(sectors(&access), by_sector, "sectors, stride {stride}");
            assert_eq!(load("C2050", &access), by_line, "lines, stride {stride}");
            assert_eq!(load("GTX 280", &access), by_segment, "segments, stride {stride}");
            assert_eq!(load("8800 GTX", &access), in_order, "in order, stride {stride}");
        }
    }

    #[test]
    fn an_offset_of_one_word_under_every_rule() {
        // One more sector or line; under 1.2 the first half-warp still fits its
        // 128-byte segment, the second spills one word into the next and costs a
        // 128- or 64-byte transaction and a 32-byte one; on the 8800 sixteen times as
        // many transactions.
        let addresses = lanes(32, |lane| 4 * (lane + 1));
        let access = words(&addresses);
        assert_eq!(sectors(&access), t(5, 160));
        assert_eq!(load("C2050", &access), t(2, 256));
        // Lanes 0-15 want bytes 4 to 67: both halves of the segment at 0. Lanes
        // 16-31 want 68 to 131: the upper half of it, and 32 bytes of the next.
        assert_eq!(load("GTX 280", &access), t(3, 128 + 64 + 32));
        assert_eq!(load("8800 GTX", &access), t(32, 1024));
    }

    #[test]
    fn order_matters_to_the_8800_alone() {
        // The same 16 words in reverse order: one segment for everybody else.
        let addresses = lanes(16, |lane| 4 * (15 - lane));
        let access = words(&addresses);
        assert_eq!(load("8800 GTX", &access), t(16, 512));
        assert_eq!(load("GTX 280", &access), t(1, 64));
        assert_eq!(sectors(&access), t(2, 64));
    }

    #[test]
    fn lanes_may_be_missing_without_breaking_the_order() {
        let mut addresses = lanes(16, |lane| 4 * lane);
        addresses[0] = None;
        addresses[7] = None;
        assert_eq!(load("8800 GTX", &words(&addresses)), t(1, 64));
        // One lane out of place breaks it.
        addresses[3] = Some(4 * 4);
        assert_eq!(load("8800 GTX", &words(&addresses)), t(14, 14 * 32));
    }

    #[test]
    fn wide_words_under_every_rule() {
        let addresses = lanes(32, |lane| 16 * lane);
        let access = WarpAccess { addresses: &addresses, bytes_per_lane: 16 };
        assert_eq!(sectors(&access), t(16, 512));
        assert_eq!(load("C2050", &access), t(4, 512));
        assert_eq!(load("GTX 280", &access), t(4, 512));
        assert_eq!(load("8800 GTX", &access), t(4, 512));
        let addresses = lanes(32, |lane| 8 * lane);
        let access = WarpAccess { addresses: &addresses, bytes_per_lane: 8 };
        assert_eq!(load("8800 GTX", &access), t(2, 256));
        assert_eq!(load("C2050", &access), t(2, 256));
    }

    #[test]
    fn a_broadcast_is_one_sector() {
        let addresses = lanes(32, |_| 400);
        let access = words(&addresses);
        assert_eq!(sectors(&access), t(1, 32));
        assert_eq!(load("C2050", &access), t(1, 128));
        // Once per half-warp.
        assert_eq!(load("GTX 280", &access), t(2, 64));
        // The 8800 does not know broadcasts from global memory.
        assert_eq!(load("8800 GTX", &access), t(32, 1024));
    }

    #[test]
    fn small_words_use_smaller_segments() {
        let addresses = lanes(16, |lane| lane);
        let access = WarpAccess { addresses: &addresses, bytes_per_lane: 1 };
        assert_eq!(load("GTX 280", &access), t(1, 32));
        assert_eq!(sectors(&access), t(1, 32));
        // Bytes never coalesce on the 8800.
        assert_eq!(load("8800 GTX", &access), t(16, 512));
        let addresses = lanes(16, |lane| 2 * lane + 48);
        let access = WarpAccess { addresses: &addresses, bytes_per_lane: 2 };
        // Bytes 48 to 79 lie in two segments of 64, a 32-byte half of each.
        assert_eq!(load("GTX 280", &access), t(2, 64));
    }

    #[test]
    fn nobody_asks_nothing_moves() {
        let addresses = [None; 32];
        let access = words(&addresses);
        for found in [
            sectors(&access),
            load("C2050", &access),
            load("GTX 280", &access),
            load("8800 GTX", &access),
        ] {
            assert_eq!(found, TransactionCount::default());
        }
        assert_eq!(access.bytes_wanted(), 0);
    }

    #[test]
    fn an_access_across_a_border_touches_both_sides() {
        let addresses = [Some(30)];
        assert_eq!(sectors(&words(&addresses)), t(2, 64));
        // The end of the address space is no reason to panic.
        let addresses = [Some(u64::MAX - 1)];
        assert_eq!(sectors(&words(&addresses)).count, 1);
    }

    #[test]
    fn sectors_are_what_pascal_and_later_cards_move() {
        let addresses = lanes(32, |lane| 12 * lane);
        let access = words(&addresses);
        for model in ["P100", "4090", "H200"] {
            assert_eq!(load(model, &access), sectors(&access), "{model}");
        }
    }

    #[test]
    fn fermi_moves_sectors_where_the_first_level_cache_is_not_asked() {
        // At stride 32 a cached load fetches a whole line for every word.
        let addresses = lanes(32, |lane| 128 * lane);
        let access = words(&addresses);
        let mut fermi = model::find("C2050").expect("built in").clone();
        assert_eq!(count_transactions(&fermi, TransferDirection::Load, &access), t(32, 4096));
        assert_eq!(count_transactions(&fermi, TransferDirection::Store, &access), t(32, 1024));
        fermi.coalescing = fermi.coalescing.with_l1(false);
        assert_eq!(count_transactions(&fermi, TransferDirection::Load, &access), t(32, 1024));
    }
}
