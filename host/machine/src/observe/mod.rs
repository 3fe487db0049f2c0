//! Observers: what a kernel's accesses cost, and what is wrong, judged from the addresses
//! alone.
//!
//! A warp asks for memory with one instruction: a [`WarpAccess`] is what its
//! lanes ask for. [`coalescing`] says how many transactions that takes in global
//! memory under a device model's rule, [`banks`] how often it queues up in
//! shared memory. Neither knows where the addresses come from. [`counters`]
//! listens to the simulator and adds them up, [`accesses`] tells one access of a
//! line from another, and [`advice`] says what could be better; [`profiler`] keeps what a predicted time is made of. [`trace`] writes
//! down every step of chosen blocks.
//!
//! [`detectors`] listens for what is wrong: [`race`], [`bounds`], [`uninit`],
//! [`barrier`], [`arithmetic`], [`assertion`], [`exchange`] and [`endless`] each tell
//! what they have [found](finding::UnlocatedFinding), in the [`words`] of the kernel's
//! language.
//!
//! Observers keep what they know by instruction and look up lines only at the end. Nothing is
//! cleared at a barrier or a block: detectors compare stamps. What they keep of a block is
//! set aside when blocks take turns (`turns.rs`). Counters remember what a pattern of lanes
//! cost at its instruction, because it is mostly the same again. Where languages differ in
//! what is wrong, a detector asks the code's dialect: in WGSL a read past the end is a
//! warning if its value is used and nothing if not; in Rust it is an error at once.

pub mod accesses;
pub mod advice;
pub mod alignment;
pub mod arithmetic;
pub mod assertion;
pub mod banks;
pub mod barrier;
pub mod bounds;
pub mod coalescing;
mod cost;
pub mod counters;
pub mod detectors;
mod distinct;
mod divergence;
pub mod endless;
pub mod exchange;
pub mod finding;
mod followed;
pub mod format;
mod kernel;
mod lines;
mod masks;
mod nesting;
pub mod output;
pub mod profiler;
pub mod race;
mod slices;
pub mod trace;
pub mod transactions;
mod turns;
pub mod uninit;
pub mod words;

use crate::sim::code::Code;
use crate::sim::{Launch, Observer};

/// An observer that can listen to several runs of a launch's blocks at once, each
/// on a core of its own.
pub trait Divisible: Observer + Send + Sized {
    /// One that has seen nothing yet, for some of the blocks of the same launch.
    fn part(&self) -> Self;
    /// Takes over what a part has seen. Parts come in the order of their blocks.
    fn join(&mut self, part: Self);
    /// How much memory it may take for a launch of this code on buffers of these
    /// sizes, so that whoever starts one knows before. Those who keep little leave
    /// it out.
    fn bytes_needed(&self, _code: &Code, _launch: &Launch, _buffer_bytes: &[u32]) -> u64 {
        0
    }
}

impl Divisible for () {
    fn part(&self) -> Self {}
    fn join(&mut self, (): Self) {}
}

impl<A: Divisible> Divisible for Option<A> {
    fn part(&self) -> Self {
        self.as_ref().map(A::part)
    }

    fn join(&mut self, part: Self) {
        if let (Some(whole), Some(part)) = (self, part) {
            whole.join(part);
        }
    }

    fn bytes_needed(&self, code: &Code, launch: &Launch, buffer_bytes: &[u32]) -> u64 {
        self.as_ref().map_or(0, |one| one.bytes_needed(code, launch, buffer_bytes))
    }
}

impl<A: Divisible, B: Divisible> Divisible for (A, B) {
    fn part(&self) -> Self {
        (self.0.part(), self.1.part())
    }

    fn join(&mut self, (a, b): Self) {
        self.0.join(a);
        self.1.join(b);
    }

    fn bytes_needed(&self, code: &Code, launch: &Launch, buffer_bytes: &[u32]) -> u64 {
        let (a, b) = self;
        a.bytes_needed(code, launch, buffer_bytes).saturating_add(b.bytes_needed(
            code,
            launch,
            buffer_bytes,
        ))
    }
}

/// No warp has more lanes.
const MOST_LANES: usize = 64;

/// What the lanes of a warp ask for with one instruction.
#[derive(Clone, Copy, Debug)]
pub struct WarpAccess<'a> {
    /// The byte address that each lane asks for; nothing where it is masked off.
    pub addresses: &'a [Option<u64>],
    /// Bytes per lane: 1, 2, 4, 8 or 16.
    pub bytes_per_lane: u64,
}

impl<'a> WarpAccess<'a> {
    /// Bytes that are asked for, each lane's counted for itself.
    pub fn bytes_wanted(&self) -> u64 {
        self.active().count() as u64 * self.bytes_per_lane
    }

    /// The addresses of the lanes that take part, in the lanes' order.
    pub fn active(&self) -> impl Iterator<Item = u64> + use<'a> {
        self.addresses.iter().copied().flatten()
    }

    /// The same access in groups of `lanes` neighbouring lanes, each of which
    /// the hardware serves for itself. Groups in which nobody takes part are
    /// left out.
    fn groups(&self, lanes: usize) -> impl Iterator<Item = WarpAccess<'a>> + use<'a> {
        let bytes_per_lane = self.bytes_per_lane;
        self.addresses
            .chunks(lanes.max(1))
            .map(move |addresses| WarpAccess { addresses, bytes_per_lane })
            .filter(|group| group.active().next().is_some())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::{Rng, SeedableRng};
    use rand_pcg::Pcg64Mcg;
    use std::collections::BTreeSet;

    /// Addresses of all lanes of a warp, from the lane's number.
    pub(super) fn lanes(count: u64, address: impl Fn(u64) -> u64) -> Vec<Option<u64>> {
        (0..count).map(|lane| Some(address(lane))).collect()
    }

    /// Turns and the fewest possible, by sets of words. Everything is fetched in
    /// parts of one word, for which all rules but that of the first cards agree.
    fn plain_turns(banks: banks::Banks, access: &WarpAccess<'_>) -> (u64, u64) {
        let (mut turns, mut fewest) = (0, 0);
        for pass in access.addresses.chunks(banks.lanes) {
            let mut wanted = vec![BTreeSet::new(); banks.count as usize];
            for address in pass.iter().flatten() {
                let word = address / banks.width_bytes;
                wanted[(word % banks.count) as usize].insert(word);
            }
            let most = wanted.iter().map(BTreeSet::len).max().unwrap_or(0) as u64;
            turns += most;
            fewest += u64::from(most > 0);
        }
        (turns, fewest)
    }

    #[test]
    fn counting_without_sets_counts_as_with_sets() {
        let mut random = Pcg64Mcg::seed_from_u64(21);
        for _ in 0..20_000 {
            let count = 1 + random.next_u32() as usize % 64;
            // Crowded or far apart.
            let room = 1 << (4 + random.next_u32() % 24);
            let addresses: Vec<Option<u64>> = (0..count)
                .map(|_| (random.next_u32() % 4 != 0).then(|| random.next_u64() % room))
                .collect();
            let bytes_per_lane = [1, 2, 4, 8, 12, 16, 60, 500][random.next_u32() as usize % 8];
            let access = WarpAccess { addresses: &addresses, bytes_per_lane };
            let sectors: BTreeSet<u64> = (access.active())
                .flat_map(|address| address / 32..=(address + bytes_per_lane - 1) / 32)
                .collect();
            assert_eq!(coalescing::sectors(&access).count, sectors.len() as u64, "{access:?}");
            let model = ["c2050", "p100", "mi210", "a770"][random.next_u32() as usize % 4];
            let banks = banks::Banks::from(&crate::model::find(model).expect(model).shared);
            let words = WarpAccess { bytes_per_lane: bytes_per_lane.min(4), ..access };
            let found = banks::cost(banks, banks::BankAccess::Load, &words);
            let expected = plain_turns(banks, &words);
            assert_eq!((found.turns, found.least_turns), expected, "{banks:?} {words:?}");
            assert_eq!(found.conflicts(), found.turns - found.least_turns);
        }
    }
}
