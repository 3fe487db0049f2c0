//! All detectors together, as the command line asks for them.

use super::Divisible;
use super::alignment::AlignmentDetector;
use super::arithmetic::ArithmeticDetector;
use super::assertion::AssertionDetector;
use super::barrier::BarrierDetector;
use super::bounds::BoundsDetector;
use super::endless::EndlessDetector;
use super::exchange::ExchangeDetector;
use super::finding::UnlocatedFinding;
use super::race::RaceDetector;
use super::uninit::UninitDetector;
use crate::finding::FindingKind;
use crate::sim::code::{BarrierScope, Code};
use crate::sim::{
    Arrival, Exchange, Failed, Launch, LoopRounds, MemoryAccess, NamedLanes, Observer, Origin,
    RunError, Site, Unfit, Use, WarpMeeting,
};
use std::cmp::Reverse;
use warpbench_semantics::Synchronization;

/// Listens for everything that is wrong, or for some of it.
///
/// What they find refers to the instructions of one kernel: for a problem whose
/// launches are of several kernels, take a fresh one for each.
#[derive(Clone, Debug)]
pub struct Detectors {
    race: Option<RaceDetector>,
    bounds: Option<BoundsDetector>,
    uninit: Option<UninitDetector>,
    barrier: Option<BarrierDetector>,
    arithmetic: Option<ArithmeticDetector>,
    assertion: Option<AssertionDetector>,
    exchange: Option<ExchangeDetector>,
    endless: Option<EndlessDetector>,
    alignment: Option<AlignmentDetector>,
    stopped: Option<UnlocatedFinding>,
}

impl Detectors {
    /// Those that find one of these kinds.
    pub fn new(kinds: &[FindingKind]) -> Detectors {
        let wanted = |kind| kinds.contains(&kind);
        Detectors {
            race: wanted(FindingKind::Race).then(RaceDetector::new),
            bounds: wanted(FindingKind::Bounds).then(BoundsDetector::new),
            uninit: wanted(FindingKind::Uninit).then(UninitDetector::new),
            barrier: wanted(FindingKind::Barrier).then(BarrierDetector::new),
            arithmetic: wanted(FindingKind::Arithmetic).then(ArithmeticDetector::new),
            assertion: wanted(FindingKind::Assertion).then(AssertionDetector::new),
            exchange: wanted(FindingKind::WarpOperation).then(ExchangeDetector::new),
            endless: wanted(FindingKind::Endless).then(EndlessDetector::new),
            alignment: wanted(FindingKind::Alignment).then(AlignmentDetector::new),
            stopped: None,
        }
    }

    pub fn all() -> Detectors {
        Detectors::new(&FindingKind::WRONG)
    }

    /// The same, but races are looked for in shared memory alone, where there is no
    /// room to remember who touched each word of global memory.
    #[must_use]
    pub fn without_global_races(self) -> Detectors {
        Detectors { race: self.race.map(RaceDetector::in_shared_memory), ..self }
    }

    /// The same, but looking for races takes no more than so many bytes; beyond it
    /// buffers are [given up](Detectors::unwatched).
    #[must_use]
    pub fn with_races_within(self, most_bytes: usize) -> Detectors {
        Detectors { race: self.race.map(|race| race.within(most_bytes)), ..self }
    }

    /// The buffers that were not watched for races to the end, by their names.
    pub fn unwatched(&self) -> &[String] {
        self.race.as_ref().map_or(&[], RaceDetector::unwatched)
    }

    /// Takes note of how a run has ended: one that was stopped is a finding too.
    pub fn ended(&mut self, result: &Result<(), RunError>) {
        let Err(error) = result else { return };
        let endless = self.endless.as_ref().and_then(|endless| endless.found(error));
        self.stopped =
            endless.or_else(|| self.barrier.as_ref().and_then(|barrier| barrier.found(error)));
    }

    /// What was found, the worst first, then in the order of the kernel.
    pub fn findings(&self) -> Vec<UnlocatedFinding> {
        let mut findings = Vec::new();
        findings.extend(self.race.iter().flat_map(RaceDetector::findings));
        findings.extend(self.bounds.iter().flat_map(BoundsDetector::findings));
        findings.extend(self.uninit.iter().flat_map(UninitDetector::findings));
        findings.extend(self.barrier.iter().flat_map(BarrierDetector::findings));
        findings.extend(self.arithmetic.iter().flat_map(ArithmeticDetector::findings));
        findings.extend(self.assertion.iter().flat_map(AssertionDetector::findings));
        findings.extend(self.exchange.iter().flat_map(ExchangeDetector::findings));
        findings.extend(self.alignment.iter().flat_map(AlignmentDetector::findings));
        findings.extend(self.stopped.clone());
        findings.sort_by_key(|found| (Reverse(found.severity), found.op, found.kind));
        findings
    }
}

impl Observer for Detectors {
    fn launch(&mut self, code: &Code, launch: &Launch, buffer_bytes: &[u32]) {
        self.race.launch(code, launch, buffer_bytes);
        self.bounds.launch(code, launch, buffer_bytes);
        self.uninit.launch(code, launch, buffer_bytes);
        self.barrier.launch(code, launch, buffer_bytes);
        self.arithmetic.launch(code, launch, buffer_bytes);
        self.assertion.launch(code, launch, buffer_bytes);
        self.exchange.launch(code, launch, buffer_bytes);
        self.endless.launch(code, launch, buffer_bytes);
        self.alignment.launch(code, launch, buffer_bytes);
    }

    fn block_start(&mut self, block: [u32; 3]) {
        self.race.block_start(block);
        self.uninit.block_start(block);
        self.barrier.block_start(block);
        self.endless.block_start(block);
    }

    fn block_resume(&mut self, block: [u32; 3]) {
        self.race.block_resume(block);
        self.uninit.block_resume(block);
        self.barrier.block_resume(block);
        self.endless.block_resume(block);
    }

    fn block_end(&mut self, block: [u32; 3]) {
        self.race.block_end(block);
        self.uninit.block_end(block);
        self.barrier.block_end(block);
        self.endless.block_end(block);
    }

    #[inline]
    fn instruction(&mut self, site: &Site) {
        self.endless.instruction(site);
    }

    #[inline]
    fn access(&mut self, site: &Site, access: &MemoryAccess<'_>) {
        self.race.access(site, access);
        self.bounds.access(site, access);
        self.uninit.access(site, access);
    }

    fn stray(&mut self, site: &Site, writes: bool, offsets: &[u32], outside: u64) {
        self.bounds.stray(site, writes, offsets, outside);
    }

    fn named(&mut self, site: &Site, named: &NamedLanes<'_>) {
        self.exchange.named(site, named);
    }

    fn exchange(&mut self, site: &Site, exchange: &Exchange<'_>) {
        self.exchange.exchange(site, exchange);
    }

    #[inline]
    fn follow(&mut self, site: &Site, word: u32) -> u64 {
        self.bounds.follow(site, word)
            | self.uninit.follow(site, word)
            | self.exchange.follow(site, word)
    }

    fn used(&mut self, site: &Site, origin: &Origin, how: Use) {
        self.bounds.used(site, origin, how);
        self.uninit.used(site, origin, how);
        self.exchange.used(site, origin, how);
    }

    fn fence(&mut self, site: &Site, how: Synchronization) {
        self.race.fence(site, how);
    }

    fn warp_barrier(&mut self, site: &Site, meeting: &WarpMeeting<'_>) {
        self.race.warp_barrier(site, meeting);
        self.barrier.warp_barrier(site, meeting);
    }

    fn arrive(&mut self, site: &Site, arrival: &Arrival<'_>) {
        self.barrier.arrive(site, arrival);
    }

    fn returned(&mut self, site: &Site, rounds: &LoopRounds<'_>) {
        self.barrier.returned(site, rounds);
    }

    fn barrier(&mut self, block: [u32; 3], scope: BarrierScope) {
        self.race.barrier(block, scope);
        self.barrier.barrier(block, scope);
    }

    fn unfit(&mut self, site: &Site, unfit: &Unfit<'_>) {
        self.arithmetic.unfit(site, unfit);
        self.bounds.unfit(site, unfit);
        self.alignment.unfit(site, unfit);
    }

    fn failed(&mut self, site: &Site, failed: &Failed<'_>) {
        self.assertion.failed(site, failed);
        self.barrier.failed(site, failed);
    }

    fn gave_up(&mut self, site: &Site) {
        self.barrier.gave_up(site);
    }

    fn warp_end(&mut self, block: [u32; 3], warp: u32) {
        self.barrier.warp_end(block, warp);
    }
}

impl Divisible for Detectors {
    fn part(&self) -> Detectors {
        Detectors {
            race: self.race.part(),
            bounds: self.bounds.part(),
            uninit: self.uninit.part(),
            barrier: self.barrier.part(),
            arithmetic: self.arithmetic.part(),
            assertion: self.assertion.part(),
            exchange: self.exchange.part(),
            endless: self.endless.part(),
            alignment: self.alignment.part(),
            stopped: None,
        }
    }

    fn join(&mut self, part: Detectors) {
        self.race.join(part.race);
        self.bounds.join(part.bounds);
        self.uninit.join(part.uninit);
        self.barrier.join(part.barrier);
        self.arithmetic.join(part.arithmetic);
        self.assertion.join(part.assertion);
        self.exchange.join(part.exchange);
        self.endless.join(part.endless);
        self.alignment.join(part.alignment);
    }

    fn bytes_needed(&self, code: &Code, launch: &Launch, buffer_bytes: &[u32]) -> u64 {
        self.race.bytes_needed(code, launch, buffer_bytes).saturating_add(self.uninit.bytes_needed(
            code,
            launch,
            buffer_bytes,
        ))
    }
}
