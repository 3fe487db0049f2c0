//! Races: two accesses of different threads to the same word, one of them a
//! write, that nothing orders.
//!
//! Lanes of one warp race as much as lanes of two, because running in step is a
//! schedule and no guarantee. A barrier of the block orders the accesses to the
//! memories it is for, a barrier of the warp those of its lanes, and nothing
//! orders the blocks of a launch. Atomics do not race with atomics. Who writes
//! what another thread has written as well is told apart from who changes it.

mod clock;
mod order;
mod races;
#[cfg(test)]
mod random_tests;
mod shadow;
#[cfg(test)]
mod tests;

use self::clock::Clock;
use self::races::{ConflictSite, Races};
use self::shadow::{AccessRequest, ShadowMemory};
use super::Divisible;
use super::finding::UnlocatedFinding;
use super::kernel::LaunchedKernel;
use crate::sim::code::{BarrierScope, Code};
use crate::sim::{Launch, MemoryAccess, Observer, Site, Space};
use std::sync::Arc;

#[derive(Clone, Debug)]
pub struct RaceDetector {
    kernel: Arc<LaunchedKernel>,
    clock: Clock,
    shared: ShadowMemory,
    buffers: Vec<ShadowMemory>,
    races: Races,
    /// Whether races in buffers are looked for, too.
    watches_buffers: bool,
}

impl Default for RaceDetector {
    fn default() -> RaceDetector {
        RaceDetector::new()
    }
}

impl RaceDetector {
    pub fn new() -> RaceDetector {
        RaceDetector {
            kernel: Arc::default(),
            clock: Clock::new(),
            shared: ShadowMemory::default(),
            buffers: Vec::new(),
            races: Races::default(),
            watches_buffers: true,
        }
    }

    /// The same, but buffers are not watched.
    #[must_use]
    pub fn in_shared_memory(self) -> RaceDetector {
        RaceDetector { watches_buffers: false, buffers: Vec::new(), ..self }
    }

    /// What is remembered of a word of memory takes so many bytes. Whoever decides
    /// what there is room for goes by this figure.
    pub const fn bytes_per_word() -> u64 {
        ShadowMemory::BYTES_PER_WORD as u64
    }

    /// One finding for each pair of instructions, in the order they were found.
    pub fn findings(&self) -> Vec<UnlocatedFinding> {
        self.races.findings()
    }

    fn make_room(&mut self) {
        self.shared.resize(self.kernel.shared_bytes);
        if !self.watches_buffers {
            return;
        }
        let sizes = &self.kernel.buffer_bytes;
        self.buffers.resize_with(sizes.len(), ShadowMemory::default);
        for (buffer, &bytes) in self.buffers.iter_mut().zip(sizes) {
            buffer.resize(bytes);
        }
    }

    /// Starts counting anew before the counter ends.
    fn look_after_clock(&mut self) {
        if self.clock.is_worn() {
            self.clock.restart();
            self.shared.clear();
            self.buffers.iter_mut().for_each(ShadowMemory::clear);
        }
    }
}

impl Observer for RaceDetector {
    fn launch(&mut self, code: &Code, launch: &Launch, buffer_bytes: &[u32]) {
        self.look_after_clock();
        self.kernel = Arc::new(LaunchedKernel::new(code, launch, buffer_bytes));
        self.clock.launch(self.kernel.width, self.kernel.warps());
        self.make_room();
    }

    fn block_start(&mut self, block: [u32; 3]) {
        self.look_after_clock();
        self.clock.block(block);
    }

    fn access(&mut self, site: &Site, access: &MemoryAccess<'_>) {
        let shadow = match access.space {
            Space::Shared => Some(&mut self.shared),
            Space::Global(buffer) => self.buffers.get_mut(buffer as usize),
        };
        let Some(shadow) = shadow else { return };
        let (kernel, clock, races) = (&self.kernel, &self.clock, &mut self.races);
        let scattered = if access.bytes > 4 { kernel.scattered(site.op) } else { None };
        let request = AccessRequest { clock, site, access, scattered };
        shadow.access(&request, &mut |conflict| {
            let at = ConflictSite { kernel, clock, site, space: access.space, kind: access.kind };
            races.add(&at, &conflict);
        });
    }

    fn warp_barrier(&mut self, site: &Site) {
        self.look_after_clock();
        self.clock.warp_barrier(site);
    }

    fn barrier(&mut self, _block: [u32; 3], scope: BarrierScope) {
        self.look_after_clock();
        self.clock.barrier(scope);
    }
}

impl Divisible for RaceDetector {
    fn part(&self) -> RaceDetector {
        let (kernel, watches_buffers) = (Arc::clone(&self.kernel), self.watches_buffers);
        let mut part = RaceDetector { kernel, watches_buffers, ..RaceDetector::new() };
        part.clock.launch(part.kernel.width, part.kernel.warps());
        part.make_room();
        part
    }

    fn join(&mut self, part: RaceDetector) {
        self.races.join(part.races);
    }

    fn bytes_needed(&self, code: &Code, _launch: &Launch, buffer_bytes: &[u32]) -> u64 {
        let buffers = buffer_bytes.iter().filter(|_| self.watches_buffers);
        let words = buffers.chain([&code.shared_bytes]).map(|&bytes| u64::from(bytes.div_ceil(4)));
        words.sum::<u64>().saturating_mul(RaceDetector::bytes_per_word())
    }
}
