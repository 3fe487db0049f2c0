//! Remembering what accesses cost.
//!
//! An instruction of a kernel mostly asks for memory in the same way again and again,
//! only further on. What that costs does not change when all addresses move by a
//! multiple of a segment, or of a bank's width, so it is worked out once per
//! pattern: the lanes that take part, how far each of their addresses lies from
//! the first one's, and where that one lies in its segment. Looking a pattern up
//! takes a few comparisons of whole vectors.

use super::banks::{self, BankAccess, BankCost, Banks};
use super::coalescing::{self, TransactionCount, TransferDirection};
use super::{MOST_LANES, WarpAccess};
use crate::model::DeviceModel;

/// Patterns that are remembered per instruction. The steps of a tree
/// reduction are eight, and each has a pattern of its own.
const PATTERNS: usize = 8;

/// What kind of access it is, as far as its cost goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum RequestClass {
    GlobalLoad,
    GlobalStore,
    Shared(BankAccess),
}

/// What the active lanes of a warp ask for.
#[derive(Clone, Copy, Debug)]
pub(super) struct Request<'a> {
    pub(super) class: RequestClass,
    /// The lanes that take part: at least one, and none behind the offsets.
    pub(super) mask: u64,
    /// Where each lane's bytes start, for 64 lanes at most.
    pub(super) offsets: &'a [u32],
    /// Bytes per lane.
    pub(super) bytes: u32,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct AccessCost {
    pub(super) sectors: u64,
    pub(super) transactions: u64,
    pub(super) bytes_wanted: u64,
    pub(super) bytes_moved: u64,
    /// What would move if each lane asked for the element of its own number.
    pub(super) bytes_in_place: u64,
    /// The transactions that it would take if lanes kept to their places, or those
    /// that it takes where they are fewer: lanes may share what they want.
    pub(super) least_transactions: u64,
    /// The bytes that would do, likewise.
    pub(super) least_bytes: u64,
    /// What it costs at the banks; nothing in global memory.
    pub(super) banks: BankCost,
}

/// How far apart neighbouring lanes ask.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Stride {
    /// Nobody has had a neighbour yet.
    #[default]
    Unknown,
    /// Always by so many bytes.
    Bytes(i32),
    /// Now by this much, now by that.
    Mixed,
}

impl Stride {
    pub(super) fn with(self, other: Stride) -> Stride {
        match (self, other) {
            (Stride::Unknown, known) | (known, Stride::Unknown) => known,
            (one, other) if one == other => one,
            _ => Stride::Mixed,
        }
    }
}

/// Works out what requests cost under a device model.
#[derive(Clone, Debug)]
pub(super) struct CostRules<'a> {
    model: &'a DeviceModel,
    banks: Banks,
    /// What addresses in global memory matter up to a multiple of.
    period: u64,
    /// The last answer to what would move if lanes kept to their places, for
    /// which class, lanes and bytes.
    in_place: ((RequestClass, u64, u32), TransactionCount),
}

impl<'a> CostRules<'a> {
    pub(super) fn new(model: &'a DeviceModel) -> CostRules<'a> {
        CostRules {
            model,
            banks: Banks::from(&model.shared),
            period: coalescing::period(model),
            in_place: ((RequestClass::GlobalLoad, 0, 0), TransactionCount::default()),
        }
    }

    /// What addresses matter up to a multiple of.
    fn period(&self, class: RequestClass) -> u64 {
        match class {
            // Wide accesses are served in parts that depend on where they lie in 16
            // bytes.
            RequestClass::Shared(_) => self.banks.width_bytes.max(16),
            RequestClass::GlobalLoad | RequestClass::GlobalStore => self.period,
        }
    }

    /// The bits of an address that matter. Should a period be no power of two, as
    /// on a card with odd half-warps, these are all of them.
    #[inline]
    fn phase_bits(&self, class: RequestClass) -> u32 {
        let period = self.period(class);
        if period.is_power_of_two() { period.wrapping_sub(1) as u32 } else { u32::MAX }
    }

    /// The cost of a request whose first active lane asks for `phase` bytes into
    /// a period and the others for as many bytes from there as `relative` says.
    fn cost(&mut self, key: &Key, relative: &[u32; MOST_LANES]) -> AccessCost {
        let period = self.period(key.class);
        // Far enough from zero that no lane comes to lie below it. The cost must
        // follow from the pattern alone, not from where it was first seen.
        let first = (1u64 << 32).next_multiple_of(period) + u64::from(key.phase);
        let mut addresses = [None; MOST_LANES];
        for (lane, address) in addresses.iter_mut().enumerate() {
            if key.mask >> lane & 1 == 1 {
                *address = Some(first.wrapping_add_signed((relative[lane] as i32).into()));
            }
        }
        let lanes = MOST_LANES - key.mask.leading_zeros() as usize;
        let access =
            WarpAccess { addresses: &addresses[..lanes], bytes_per_lane: u64::from(key.bytes) };
        let direction = match key.class {
            RequestClass::Shared(kind) => {
                let banks = banks::cost(self.banks, kind, &access);
                return AccessCost { banks, ..AccessCost::default() };
            }
            RequestClass::GlobalLoad => TransferDirection::Load,
            RequestClass::GlobalStore => TransferDirection::Store,
        };
        let moved = coalescing::count_transactions(self.model, direction, &access);
        let sectors = match coalescing::moves_sectors(self.model) {
            true => moved.count,
            false => coalescing::sectors(&access).count,
        };
        let in_place = self.in_place(key, direction);
        AccessCost {
            sectors,
            transactions: moved.count,
            bytes_wanted: access.bytes_wanted(),
            bytes_moved: moved.bytes_moved,
            bytes_in_place: in_place.bytes_moved,
            least_transactions: in_place.count.min(moved.count),
            least_bytes: in_place.bytes_moved.min(moved.bytes_moved),
            banks: BankCost::default(),
        }
    }

    /// What would move if each lane asked for the element of its own number.
    fn in_place(&mut self, key: &Key, direction: TransferDirection) -> TransactionCount {
        let known = (key.class, key.mask, key.bytes);
        if self.in_place.0 != known {
            let bytes_per_lane = u64::from(key.bytes);
            let mut addresses = [None; MOST_LANES];
            for (lane, address) in addresses.iter_mut().enumerate() {
                if key.mask >> lane & 1 == 1 {
                    *address = Some(lane as u64 * bytes_per_lane);
                }
            }
            let access = WarpAccess { addresses: &addresses, bytes_per_lane };
            let moved = coalescing::count_transactions(self.model, direction, &access);
            self.in_place = (known, moved);
        }
        self.in_place.1
    }
}

/// What can be compared at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Key {
    class: RequestClass,
    mask: u64,
    bytes: u32,
    /// Where the first active lane's address lies in its period.
    phase: u32,
    /// How far from there the last active lane's address lies. Patterns that
    /// differ at all mostly differ in this.
    extent: u32,
}

/// A pattern and what it costs.
#[derive(Clone, Debug)]
struct Pattern {
    key: Key,
    /// How far each lane's address lies from that of the first active lane.
    relative: [u32; MOST_LANES],
    /// All bits where the lane is active, none where it is not.
    active: [u32; MOST_LANES],
    cost: AccessCost,
}

impl Pattern {
    fn new(key: Key, first: u32, offsets: &[u32], rules: &mut CostRules<'_>) -> Pattern {
        let mut relative = [0; MOST_LANES];
        let mut active = [0; MOST_LANES];
        for (lane, offset) in offsets.iter().enumerate().take(MOST_LANES) {
            if key.mask >> lane & 1 == 1 {
                relative[lane] = offset.wrapping_sub(first);
                active[lane] = u32::MAX;
            }
        }
        let cost = rules.cost(&key, &relative);
        Pattern { key, relative, active, cost }
    }

    /// How far apart neighbouring lanes ask.
    fn stride(&self) -> Stride {
        let neighbours = self.key.mask & self.key.mask >> 1;
        if neighbours == 0 {
            return Stride::Unknown;
        }
        let lane = neighbours.trailing_zeros() as usize;
        let apart = self.relative[lane + 1].wrapping_sub(self.relative[lane]);
        let mut difference = 0;
        for lane in 1..MOST_LANES {
            let both = self.active[lane] & self.active[lane - 1];
            let here = self.relative[lane].wrapping_sub(self.relative[lane - 1]);
            difference |= (here ^ apart) & both;
        }
        if difference == 0 { Stride::Bytes(apart as i32) } else { Stride::Mixed }
    }

    #[inline]
    fn fits(&self, key: &Key, first: u32, offsets: &[u32]) -> bool {
        if self.key != *key {
            return false;
        }
        // All lanes are looked at, without a way out in between: that is what
        // lets the compiler take several at once.
        let mut difference = 0;
        for ((offset, relative), active) in offsets.iter().zip(&self.relative).zip(&self.active) {
            difference |= (offset.wrapping_sub(first) ^ relative) & active;
        }
        difference == 0
    }
}

/// What the patterns of one instruction cost.
#[derive(Clone, Debug, Default)]
pub(super) struct CostCache {
    patterns: Vec<Pattern>,
    /// The one that was seen last.
    recent: usize,
    /// The one that makes room next.
    oldest: usize,
    /// How far apart neighbouring lanes asked, in all patterns there were.
    stride: Stride,
}

impl CostCache {
    /// How far apart neighbouring lanes asked so far.
    pub(super) fn stride(&self) -> Stride {
        self.stride
    }

    #[inline]
    pub(super) fn cost(&mut self, request: &Request<'_>, rules: &mut CostRules<'_>) -> &AccessCost {
        let lane = |lane: u32| request.offsets.get(lane as usize).copied().unwrap_or(0);
        let first = lane(request.mask.trailing_zeros());
        let key = Key {
            class: request.class,
            mask: request.mask,
            bytes: request.bytes,
            phase: first & rules.phase_bits(request.class),
            extent: lane(63 - request.mask.leading_zeros().min(63)).wrapping_sub(first),
        };
        let is_recent = (self.patterns.get(self.recent))
            .is_some_and(|pattern| pattern.fits(&key, first, request.offsets));
        if !is_recent {
            self.look_further(key, first, request.offsets, rules);
        }
        &self.patterns[self.recent].cost
    }

    /// Looks among all patterns, and remembers a new one.
    fn look_further(&mut self, key: Key, first: u32, offsets: &[u32], rules: &mut CostRules<'_>) {
        let fitting = self.patterns.iter().position(|pattern| pattern.fits(&key, first, offsets));
        if let Some(known) = fitting {
            self.recent = known;
            return;
        }
        let pattern = Pattern::new(key, first, offsets, rules);
        self.stride = self.stride.with(pattern.stride());
        if self.patterns.len() < PATTERNS {
            self.recent = self.patterns.len();
            self.patterns.push(pattern);
        } else {
            self.recent = self.oldest;
            self.patterns[self.oldest] = pattern;
            self.oldest = (self.oldest + 1) % PATTERNS;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::banks::AtomicShape;
    use super::*;
    use crate::model;
    use rand::{Rng, SeedableRng};
    use rand_pcg::Pcg64Mcg;

    /// What the request costs if nothing is remembered and the addresses are
    /// taken as they are.
    fn plainly(model: &DeviceModel, request: &Request<'_>) -> (u64, u64, u64, u64, BankCost) {
        let addresses: Vec<Option<u64>> = (request.offsets.iter().enumerate())
            .map(|(lane, &offset)| (request.mask >> lane & 1 == 1).then_some(u64::from(offset)))
            .collect();
        let access = WarpAccess { addresses: &addresses, bytes_per_lane: u64::from(request.bytes) };
        let direction = match request.class {
            RequestClass::Shared(kind) => {
                return (0, 0, 0, 0, banks::cost(Banks::from(&model.shared), kind, &access));
            }
            RequestClass::GlobalLoad => TransferDirection::Load,
            RequestClass::GlobalStore => TransferDirection::Store,
        };
        let moved = coalescing::count_transactions(model, direction, &access);
        let sectors = coalescing::sectors(&access).count;
        (sectors, moved.count, access.bytes_wanted(), moved.bytes_moved, BankCost::default())
    }

    /// Offsets of a few kinds: side by side, strided, in rows, scattered.
    fn draw_offsets(random: &mut Pcg64Mcg, bytes: u32, width: u32) -> Vec<u32> {
        let start = 4 * (random.next_u32() % 4096);
        let stride = [1, 2, 3, 8, 31, 32, 33][random.next_u32() as usize % 7];
        let row = 1 + random.next_u32() % width;
        let kind = random.next_u32() % 6;
        (0..width)
            .map(|lane| match kind {
                0 => start + lane * bytes,
                1 => start + lane * stride * bytes,
                2 => start + lane / row * 4096 + lane % row * bytes,
                3 => start,
                4 => start + (width - 1 - lane) * bytes,
                _ => 4 * (random.next_u32() % 2048),
            })
            .collect()
    }

    #[test]
    fn what_is_remembered_is_what_would_be_worked_out() {
        let mut random = Pcg64Mcg::seed_from_u64(11);
        for model in model::builtin() {
            let mut rules = CostRules::new(model);
            let mut cache = CostCache::default();
            let width = model.warp_width;
            let whole = u64::MAX >> (64 - width);
            for _ in 0..3000 {
                let bytes = [1, 2, 4, 4, 4, 8, 12, 16, 40, 400][random.next_u32() as usize % 10];
                let mask = match random.next_u32() % 3 {
                    0 => random.next_u64() & whole,
                    1 => whole >> (random.next_u32() % width),
                    _ => whole,
                };
                let class = [
                    RequestClass::GlobalLoad,
                    RequestClass::GlobalStore,
                    RequestClass::Shared(BankAccess::Load),
                    RequestClass::Shared(BankAccess::Store),
                    RequestClass::Shared(BankAccess::Atomic(AtomicShape::Count)),
                    RequestClass::Shared(BankAccess::Atomic(AtomicShape::Update)),
                    RequestClass::Shared(BankAccess::Atomic(AtomicShape::Compare)),
                    RequestClass::Shared(BankAccess::Atomic(AtomicShape::Loop)),
                ][random.next_u32() as usize % 8];
                let mut offsets = draw_offsets(&mut random, bytes, width);
                // The same again further on, so that there is something to
                // remember, and what inactive lanes hold must not matter.
                for _ in 0..3 {
                    let request = Request { class, mask: mask | 1, offsets: &offsets, bytes };
                    let found = cache.cost(&request, &mut rules);
                    let found = (
                        found.sectors,
                        found.transactions,
                        found.bytes_wanted,
                        found.bytes_moved,
                        found.banks,
                    );
                    assert_eq!(found, plainly(model, &request), "{}: {request:?}", model.name);
                    let further = 4 * (random.next_u32() % 128);
                    for (lane, offset) in offsets.iter_mut().enumerate() {
                        *offset += further;
                        if (mask | 1) >> lane & 1 == 0 {
                            *offset = random.next_u32();
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn lanes_in_their_places_move_what_they_must() {
        let check = |name: &str, mask: u64, stride: u32, moved: u64, in_place: u64| {
            let mut rules = CostRules::new(model::find(name).expect(name));
            let offsets: Vec<u32> = (0..32).map(|lane| lane * stride).collect();
            let request =
                Request { class: RequestClass::GlobalLoad, mask, offsets: &offsets, bytes: 4 };
            let mut cache = CostCache::default();
            let cost = cache.cost(&request, &mut rules);
            assert_eq!((cost.bytes_moved, cost.bytes_in_place), (moved, in_place), "{name}");
        };
        let all = 0xffff_ffff;
        check("h200", all, 4, 128, 128);
        check("h200", all, 128, 1024, 128);
        // Every eighth lane: a sector each, wherever they ask.
        check("h200", 0x0101_0101, 4, 128, 128);
        check("h200", 0x0101_0101, 128, 128, 128);
        // A broadcast needs less than that, but not on the 8800.
        check("h200", all, 0, 32, 128);
        check("8800 gtx", all, 0, 1024, 128);
        check("c2050", all, 0, 128, 128);
    }

    #[test]
    fn strides_that_differ_are_mixed() {
        let with = Stride::with;
        assert_eq!(with(Stride::Unknown, Stride::Bytes(4)), Stride::Bytes(4));
        assert_eq!(with(Stride::Bytes(4), Stride::Unknown), Stride::Bytes(4));
        assert_eq!(with(Stride::Bytes(4), Stride::Bytes(8)), Stride::Mixed);
        assert_eq!(with(Stride::Mixed, Stride::Bytes(8)), Stride::Mixed);
        let mut rules = CostRules::new(model::find("h200").expect("built in"));
        let mut cache = CostCache::default();
        let mut check = |mask: u64, stride: u32, expected: Stride| {
            let offsets: Vec<u32> = (0..32).map(|lane| 4096 - lane * stride).collect();
            cache.cost(
                &Request {
                    class: RequestClass::Shared(BankAccess::Load),
                    mask,
                    offsets: &offsets,
                    bytes: 4,
                },
                &mut rules,
            );
            assert_eq!(cache.stride(), expected);
        };
        check(0x55, 8, Stride::Unknown);
        check(0xff, 8, Stride::Bytes(-8));
        check(0x55, 4, Stride::Bytes(-8));
        check(0xf0, 8, Stride::Bytes(-8));
        check(0xff, 4, Stride::Mixed);
    }
}
