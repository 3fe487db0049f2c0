//! Transactions that an access to global memory takes.
//!
//! [`coalescing`](super::coalescing) counts transactions, millions of times in a
//! run, and keeps none of them. Who wants to draw one access wants to see each
//! transaction: where it lies and which lanes it serves. [`list_transactions`]
//! walks through the same rules slowly and writes them down; tests hold both to
//! the same numbers.

use super::WarpAccess;
use super::coalescing::TransferDirection;
use crate::model::{Coalescing, DeviceModel};

/// One transaction: an unbroken stretch of global memory that moves as a whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Transaction {
    /// The first byte that moves.
    pub address: u64,
    /// How many bytes move.
    pub bytes: u64,
    /// The lanes it serves, lane 0 in the lowest bit.
    pub lanes: u64,
}

/// The transactions of an access of one warp under a model's rule, in the order
/// in which the hardware looks at them: request by request, and within a request
/// by address, or by the lowest lane that still waits where the rule says so.
/// The same stretch of memory comes twice where it moves twice.
pub fn list_transactions(
    model: &DeviceModel,
    direction: TransferDirection,
    access: &WarpAccess<'_>,
) -> Vec<Transaction> {
    let warp = access.addresses.len().max(1);
    match model.coalescing {
        Coalescing::HalfWarpInOrder { lanes_per_request, serial_bytes } => {
            by_request(access, lanes_per_request as usize, |wants| {
                in_order(wants, access.bytes_per_lane, lanes_per_request, serial_bytes.into())
            })
        }
        Coalescing::Segments { lanes_per_request, smallest_bytes, largest_bytes } => {
            by_request(access, lanes_per_request as usize, |wants| {
                segments(wants, access.bytes_per_lane, smallest_bytes.into(), largest_bytes.into())
            })
        }
        Coalescing::Lines { line_bytes, l1_caches, uncached_bytes } => {
            // Only loads go through the first-level cache.
            let is_cached = l1_caches && direction == TransferDirection::Load;
            let bytes = if is_cached { line_bytes } else { uncached_bytes };
            // Wide words are asked for by halves or quarters of a warp.
            let split = (access.bytes_per_lane / 4).clamp(1, 4) as usize;
            by_request(access, model.warp_width as usize / split, |wants| {
                touched(wants, access.bytes_per_lane, bytes.into())
            })
        }
        Coalescing::Sectors { sector_bytes } => by_request(access, warp, |wants| {
            touched(wants, access.bytes_per_lane, sector_bytes.into())
        }),
    }
}

/// What a lane wants: its index in its request, its bit in the warp's mask, and
/// its address.
#[derive(Clone, Copy)]
struct LaneRequest {
    index: u64,
    lane: u64,
    address: u64,
}

/// The transactions of each group of neighbouring lanes that is served for itself.
fn by_request(
    access: &WarpAccess<'_>,
    lanes: usize,
    serve: impl Fn(&[LaneRequest]) -> Vec<Transaction>,
) -> Vec<Transaction> {
    let lanes = lanes.max(1);
    let requests = access.addresses.chunks(lanes).enumerate();
    requests
        .flat_map(|(request, addresses)| {
            let wants: Vec<LaneRequest> = addresses
                .iter()
                .enumerate()
                .filter_map(|(index, address)| {
                    let lane = 1u64.checked_shl((request * lanes + index) as u32).unwrap_or(0);
                    Some(LaneRequest { index: index as u64, lane, address: (*address)? })
                })
                .collect();
            if wants.is_empty() { Vec::new() } else { serve(&wants) }
        })
        .collect()
}

/// The rule of the first CUDA cards: one transaction, or two of 16-byte words, if
/// lane `k` wants word `k` of an aligned segment; otherwise one for every lane.
fn in_order(wants: &[LaneRequest], word: u64, lanes: u32, serial_bytes: u64) -> Vec<Transaction> {
    let segment = u64::from(lanes) * word;
    if let Some(start) = start_if_in_order(wants, word, segment) {
        let parts = if word == 16 { 2 } else { 1 };
        let bytes = segment / parts;
        // Half of a segment moves whether or not anybody wants it.
        return (0..parts)
            .map(|part| {
                let address = start + part * bytes;
                let served = wants.iter().filter(|want| want.address / bytes == address / bytes);
                Transaction { address, bytes, lanes: mask(served) }
            })
            .collect();
    }
    let alone = |want: &LaneRequest| {
        let address = aligned(want.address, serial_bytes);
        Transaction { address, bytes: serial_bytes, lanes: want.lane }
    };
    wants.iter().map(alone).collect()
}

/// Where the segment starts that the lanes want in order, if they do.
fn start_if_in_order(wants: &[LaneRequest], word: u64, segment: u64) -> Option<u64> {
    let first = wants.first()?;
    let start = first.address.checked_sub(first.index * word)?;
    let is_in_place = |want: &LaneRequest| want.address == start.saturating_add(want.index * word);
    (matches!(word, 4 | 8 | 16) && start.is_multiple_of(segment) && wants.iter().all(is_in_place))
        .then_some(start)
}

/// The protocol of compute capability 1.2: the segment of the lowest lane that
/// waits serves all whose words lie in it and shrinks to what they use.
fn segments(wants: &[LaneRequest], word: u64, smallest: u64, largest: u64) -> Vec<Transaction> {
    let word = word.max(1);
    let largest = largest.min(smallest * if word < 4 { word } else { 4 });
    // As in counting, a largest size that is no power of two is rounded down.
    let shift = largest.max(1).ilog2();
    let mut waiting = wants.to_vec();
    let mut transactions = Vec::new();
    while let Some(first) = waiting.first() {
        let segment = first.address >> shift;
        let (served, left): (Vec<LaneRequest>, Vec<LaneRequest>) =
            waiting.iter().partition(|want| want.address >> shift == segment);
        let addresses = || served.iter().map(|want| want.address);
        let lowest = addresses().min().unwrap_or(0);
        let highest = addresses().max().unwrap_or(0).saturating_add(word - 1);
        let mut bytes = largest;
        while bytes > smallest && lowest / (bytes / 2) == highest / (bytes / 2) {
            bytes /= 2;
        }
        transactions.push(Transaction {
            address: aligned(lowest, bytes),
            bytes,
            lanes: mask(&served),
        });
        waiting = left;
    }
    transactions
}

/// One transaction for each aligned unit of a size that lanes touch, by address.
fn touched(wants: &[LaneRequest], word: u64, bytes: u64) -> Vec<Transaction> {
    let shift = bytes.max(1).ilog2();
    let mut numbers: Vec<(u64, u64)> = wants
        .iter()
        .flat_map(|want| {
            let last = want.address.saturating_add(word.saturating_sub(1));
            (want.address >> shift..=last >> shift).map(|number| (number, want.lane))
        })
        .collect();
    numbers.sort_unstable();
    let mut transactions: Vec<Transaction> = Vec::new();
    for (number, lane) in numbers {
        let address = number << shift;
        match transactions.last_mut() {
            Some(transaction) if transaction.address == address => transaction.lanes |= lane,
            _ => transactions.push(Transaction { address, bytes, lanes: lane }),
        }
    }
    transactions
}

fn mask<'a>(wants: impl IntoIterator<Item = &'a LaneRequest>) -> u64 {
    wants.into_iter().fold(0, |lanes, want| lanes | want.lane)
}

fn aligned(address: u64, bytes: u64) -> u64 {
    address - address % bytes.max(1)
}

#[cfg(test)]
mod tests {
    use super::super::coalescing::count_transactions;
    use super::*;
    use crate::model::{builtin, find};
    use rand::{Rng, SeedableRng};
    use rand_pcg::Pcg64Mcg;

    fn random_access(random: &mut Pcg64Mcg) -> (Vec<Option<u64>>, u64) {
        let count = 1 + random.next_u32() as usize % 64;
        // Crowded or far apart, or in order with a lane missing here and there.
        let room = 1 << (4 + random.next_u32() % 24);
        let bytes = [1, 2, 4, 8, 12, 16, 60, 500][random.next_u32() as usize % 8];
        let is_regular = random.next_u32().is_multiple_of(2);
        let start = bytes * (random.next_u64() % 3) * [1, 16][random.next_u32() as usize % 2];
        let stride = bytes * [1, 1, 2, 3, 8][random.next_u32() as usize % 5];
        let address = |lane: usize, random: &mut Pcg64Mcg| match is_regular {
            true => start + lane as u64 * stride,
            false => random.next_u64() % room,
        };
        let addresses = (0..count)
            .map(|lane| {
                let is_active = !random.next_u32().is_multiple_of(5);
                is_active.then(|| address(lane, random))
            })
            .collect();
        (addresses, bytes)
    }

    #[test]
    fn those_listed_are_those_counted() {
        let mut random = Pcg64Mcg::seed_from_u64(5);
        for _ in 0..4000 {
            let (addresses, bytes_per_lane) = random_access(&mut random);
            let access = WarpAccess { addresses: &addresses, bytes_per_lane };
            for model in builtin() {
                for direction in [TransferDirection::Load, TransferDirection::Store] {
                    let counted = count_transactions(model, direction, &access);
                    let found = list_transactions(model, direction, &access);
                    let bytes: u64 = found.iter().map(|transaction| transaction.bytes).sum();
                    let context = || format!("{} {direction:?} {access:?}", model.name);
                    assert_eq!(found.len() as u64, counted.count, "{}", context());
                    assert_eq!(bytes, counted.bytes_moved, "{}", context());
                    served_lanes_lie_in_their_transactions(&access, &found, &context);
                }
            }
        }
    }

    /// Every active lane is served, nobody else is, and a lane that a
    /// transaction serves has bytes in it.
    fn served_lanes_lie_in_their_transactions(
        access: &WarpAccess<'_>,
        transactions: &[Transaction],
        context: &dyn Fn() -> String,
    ) {
        let mut served = 0;
        for transaction in transactions {
            served |= transaction.lanes;
            for (lane, address) in access.addresses.iter().enumerate() {
                if transaction.lanes >> lane & 1 == 0 {
                    continue;
                }
                let first = address.unwrap_or_else(|| panic!("lane {lane}: {}", context()));
                let last = first + access.bytes_per_lane - 1;
                let is_inside =
                    first < transaction.address + transaction.bytes && last >= transaction.address;
                assert!(is_inside, "lane {lane} {transaction:?}: {}", context());
            }
        }
        let active = access.addresses.iter().enumerate();
        let active =
            active.fold(0, |all, (lane, address)| all | u64::from(address.is_some()) << lane);
        assert_eq!(served, active, "{}", context());
    }

    #[test]
    fn the_end_of_the_address_space_is_no_reason_to_panic() {
        let addresses = [Some(u64::MAX - 1), Some(0)];
        let access = WarpAccess { addresses: &addresses, bytes_per_lane: 4 };
        for model in builtin() {
            let counted = count_transactions(model, TransferDirection::Load, &access);
            assert_eq!(
                list_transactions(model, TransferDirection::Load, &access).len() as u64,
                counted.count
            );
        }
    }

    /// The transactions of 32 lanes with words of four bytes, as address and bytes, and
    /// how many lanes each serves.
    fn check(model: &str, address: impl Fn(u64) -> u64, expected: &[(u64, u64, u32)]) {
        let addresses: Vec<Option<u64>> = (0..32).map(|lane| Some(address(lane))).collect();
        let access = WarpAccess { addresses: &addresses, bytes_per_lane: 4 };
        let found = list_transactions(find(model).expect(model), TransferDirection::Load, &access);
        let found: Vec<(u64, u64, u32)> =
            found.iter().map(|p| (p.address, p.bytes, p.lanes.count_ones())).collect();
        assert_eq!(found, expected, "{model}");
    }

    #[test]
    fn strides_on_sectors() {
        for (stride, count, lanes) in [(1, 4, 8), (2, 8, 4), (8, 32, 1), (32, 32, 1)] {
            let step = (4 * stride).max(32);
            let expected: Vec<_> = (0..count).map(|i| (i * step, 32, lanes)).collect();
            check("H200", |lane| 4 * stride * lane, &expected);
        }
    }

    #[test]
    fn an_offset_of_one_word_on_sectors() {
        let expected = [(0, 32, 7), (32, 32, 8), (64, 32, 8), (96, 32, 8), (128, 32, 1)];
        check("H200", |lane| 4 * (lane + 1), &expected);
    }

    #[test]
    fn strides_and_an_offset_in_order() {
        check("8800 GTX", |lane| 4 * lane, &[(0, 64, 16), (64, 64, 16)]);
        for stride in [2, 8, 32] {
            let expected: Vec<_> =
                (0..32).map(|lane| (4 * stride * lane / 32 * 32, 32, 1)).collect();
            check("8800 GTX", |lane| 4 * stride * lane, &expected);
        }
        let expected: Vec<_> = (1..33).map(|word| (4 * word / 32 * 32, 32, 1)).collect();
        check("8800 GTX", |lane| 4 * (lane + 1), &expected);
    }

    #[test]
    fn segments_shrink_to_what_is_used() {
        // Lanes 0 to 15 want bytes 4 to 67 of the first segment; the others its
        // upper half and one word of the next segment.
        let expected = [(0, 128, 16), (64, 64, 15), (128, 32, 1)];
        check("GTX 280", |lane| 4 * (lane + 1), &expected);
    }

    #[test]
    fn lines_move_whole() {
        check("C2050", |lane| 4 * (lane + 1), &[(0, 128, 31), (128, 128, 1)]);
    }
}
