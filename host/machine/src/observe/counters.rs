//! Counting what a launch did, so that everyone counts alike.
//!
//! A request is one load, store or atomic of a warp with at least one active
//! lane. Sectors are the distinct 32-byte sectors of each request, whatever the
//! model; transactions and the bytes they move follow the model's rule. Of the
//! turns that a request to shared memory takes, some it takes in any case, a bank
//! conflict is one more because lanes want different words of a bank, and the rest
//! are due to atomics that change the same word. A branch is a conditional of the
//! source that a warp comes to, divergent when its lanes part.

use super::Divisible;
use super::accesses::{self, AccessCounts, AccessSite};
use super::banks::{AtomicShape, BankAccess};
use super::cost::{AccessCost, CostCache, CostRules, Request, RequestClass, Stride};
use super::divergence::Divergence;
use super::lines::LineIndex;
use super::turns::BlockStates;
use crate::model::DeviceModel;
pub use crate::profile::Counts;
use crate::sim::code::{BarrierScope, Code};
use crate::sim::{AccessKind, Arrival, Launch, MemoryAccess, Observer, Site, Space};
use naga::Span;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::ops::AddAssign;
use std::sync::Arc;

/// What the instructions of a line did.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LineCounts {
    /// The line in the source, from 1.
    pub line: u32,
    #[serde(flatten)]
    pub counts: Counts,
    /// Of its branches. Reports tell of them in advice, where they matter.
    #[serde(skip)]
    pub diverged: DivergedWork,
}

/// The instructions of warps whose lanes had parted at a branch and not met again.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct DivergedWork {
    pub instructions: u64,
    /// The lanes that had come to the branch together, summed over these instructions.
    pub lanes: u64,
    /// Those of them that sat idle.
    pub idle_lanes: u64,
}

impl AddAssign for DivergedWork {
    fn add_assign(&mut self, other: DivergedWork) {
        self.instructions += other.instructions;
        self.lanes += other.lanes;
        self.idle_lanes += other.idle_lanes;
    }
}

/// What an instruction did, and what advice needs to know about it besides.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Tally {
    pub(super) counts: Counts,
    /// What would have moved if each lane had asked for the element of its own
    /// number.
    pub(super) bytes_in_place: u64,
    /// The most turns that a request to shared memory took, those on the same word
    /// left out.
    pub(super) most_turns: u64,
    /// Of a branch: what warps did meanwhile that had parted there.
    pub(super) diverged: DivergedWork,
    /// How far apart neighbouring lanes asked for memory, beyond what the cost
    /// cache beside it knows.
    pub(super) stride: Stride,
    /// The transactions that would do if neighbouring lanes took neighbouring
    /// elements.
    pub(super) least_transactions: u64,
    /// The bytes that would do.
    pub(super) least_bytes: u64,
}

impl AddAssign for Tally {
    fn add_assign(&mut self, other: Tally) {
        self.counts += other.counts;
        self.bytes_in_place += other.bytes_in_place;
        self.most_turns = self.most_turns.max(other.most_turns);
        self.diverged += other.diverged;
        self.stride = self.stride.with(other.stride);
        self.least_transactions += other.least_transactions;
        self.least_bytes += other.least_bytes;
    }
}

/// A range of the source, from one byte to another; nothing where an instruction
/// comes from nowhere in particular.
pub(super) type SourceRange = Option<(usize, usize)>;

/// What is told apart: a range of the source may load here and store there.
pub(super) type TallyKey = (SourceRange, Option<AccessSite>);

/// What is known of a kernel's instructions before they run.
#[derive(Clone, Debug, Default)]
struct Instructions {
    spans: Arc<[Span]>,
    shapes: Arc<[AtomicShape]>,
    sites: Arc<[Option<AccessSite>]>,
}

/// Counts under a device model.
///
/// It listens to any number of launches of kernels of one text; what they did is
/// added up.
#[derive(Clone, Debug)]
pub struct Counters<'a> {
    model: &'a DeviceModel,
    rules: CostRules<'a>,
    /// Where the instructions of the kernel come from.
    spans: Arc<[Span]>,
    /// What the device makes of the instructions that are atomics.
    shapes: Arc<[AtomicShape]>,
    /// What the instructions that access memory do, and to which.
    sites: Arc<[Option<AccessSite>]>,
    /// What each instruction did; one more at the end for what the code does not
    /// have.
    tallies: Vec<Tally>,
    /// What the accesses of each instruction cost, likewise.
    cost_caches: Vec<CostCache>,
    /// What kernels did that were launched before this one.
    earlier: BTreeMap<TallyKey, Tally>,
    divergence: Divergence,
    /// The barrier that warps of the block wait at.
    arrived: Option<u32>,
    /// The same of blocks that wait for their turn.
    turns: BlockStates<(Divergence, Option<u32>)>,
    /// A mask and how many lanes it has; mostly it is the next one's too.
    lanes: (u64, u64),
    /// What the last access cost.
    pub(super) last: AccessCost,
}

impl<'a> Counters<'a> {
    pub fn new(model: &'a DeviceModel) -> Counters<'a> {
        Counters::of(model, Instructions::default())
    }

    /// Nothing counted yet, of a kernel whose instructions come from there.
    fn of(model: &'a DeviceModel, instructions: Instructions) -> Counters<'a> {
        let Instructions { spans, shapes, sites } = instructions;
        Counters {
            model,
            rules: CostRules::new(model),
            tallies: vec![Tally::default(); spans.len() + 1],
            cost_caches: vec![CostCache::default(); spans.len() + 1],
            spans,
            shapes,
            sites,
            earlier: BTreeMap::new(),
            divergence: Divergence::default(),
            arrived: None,
            turns: BlockStates::default(),
            lanes: (0, 0),
            last: AccessCost::default(),
        }
    }

    /// The model that is counted under.
    pub fn model(&self) -> &'a DeviceModel {
        self.model
    }

    /// What all launches did together.
    pub fn counts(&self) -> Counts {
        let mut sum = Counts::default();
        for tally in self.earlier.values().chain(&self.tallies) {
            sum += tally.counts;
        }
        sum
    }

    /// What all launches did, by the lines of the text that the kernels were
    /// compiled from, in order. Lines that did nothing are left out, and so is
    /// what comes from no line.
    pub fn lines(&self, text: &str) -> Vec<LineCounts> {
        let lines = LineIndex::new(text);
        let mut found: BTreeMap<u32, (Counts, DivergedWork)> = BTreeMap::new();
        for (range, tally) in self.by_source_range() {
            if let Some((start, _)) = range
                && tally.counts != Counts::default()
            {
                let (counts, diverged) = found.entry(lines.line(start)).or_default();
                *counts += tally.counts;
                *diverged += tally.diverged;
            }
        }
        let of_line = |(line, (counts, diverged))| LineCounts { line, counts, diverged };
        found.into_iter().map(of_line).collect()
    }

    /// What all launches did, by ranges of the source.
    pub(super) fn by_source_range(&self) -> BTreeMap<SourceRange, Tally> {
        let mut ranges: BTreeMap<SourceRange, Tally> = BTreeMap::new();
        for ((range, _), tally) in self.by_site() {
            *ranges.entry(range).or_default() += tally;
        }
        ranges
    }

    /// The same, loads told from stores and one memory from another.
    pub(super) fn by_site(&self) -> BTreeMap<TallyKey, Tally> {
        let mut sites = self.earlier.clone();
        self.add_to(&mut sites);
        sites
    }

    /// What each access of the text did, in the text's order. Accesses that never
    /// happened are left out, and so is what comes from no line.
    pub fn accesses(&self, text: &str) -> Vec<AccessCounts> {
        accesses::of(self, text)
    }

    /// Adds what the kernel did that was launched last.
    fn add_to(&self, sites: &mut BTreeMap<TallyKey, Tally>) {
        for (op, (&tally, cache)) in self.tallies.iter().zip(&self.cost_caches).enumerate() {
            let tally = Tally { stride: tally.stride.with(cache.stride()), ..tally };
            let range = self.spans.get(op).copied().and_then(Span::to_range);
            let site = self.sites.get(op).cloned().flatten();
            *sites.entry((range.map(|range| (range.start, range.end)), site)).or_default() += tally;
        }
    }

    /// Exchanges what is kept of the block that runs.
    fn take_turn(
        &mut self,
        exchange: impl FnOnce(
            &mut BlockStates<(Divergence, Option<u32>)>,
            &mut (Divergence, Option<u32>),
        ),
    ) {
        let mut state = (std::mem::take(&mut self.divergence), self.arrived);
        exchange(&mut self.turns, &mut state);
        (self.divergence, self.arrived) = state;
    }

    /// Where an instruction's tally is.
    #[inline]
    fn tally_index(&self, op: u32) -> usize {
        (op as usize).min(self.spans.len())
    }
}

impl Observer for Counters<'_> {
    fn launch(&mut self, code: &Code, _launch: &Launch, _buffer_bytes: &[u32]) {
        self.divergence.clear();
        self.arrived = None;
        self.turns.clear();
        // The same kernel once more goes on where it was.
        if *self.spans != *code.spans {
            let mut earlier = std::mem::take(&mut self.earlier);
            self.add_to(&mut earlier);
            let instructions = Instructions {
                spans: code.spans.as_slice().into(),
                shapes: AtomicShape::of_code(code).into(),
                sites: AccessSite::of_code(code).into(),
            };
            *self = Counters::of(self.model, instructions);
            self.earlier = earlier;
        }
    }

    fn block_start(&mut self, block: [u32; 3]) {
        self.take_turn(|turns, state| turns.start(block, state));
        self.divergence.clear();
        self.arrived = None;
    }

    fn block_resume(&mut self, block: [u32; 3]) {
        self.take_turn(|turns, state| turns.resume(block, state));
    }

    fn block_end(&mut self, _block: [u32; 3]) {
        self.turns.end();
    }

    #[inline]
    fn instruction(&mut self, site: &Site) {
        if self.lanes.0 != site.mask {
            self.lanes = (site.mask, u64::from(site.mask.count_ones()));
        }
        let tally_index = self.tally_index(site.op);
        let counts = &mut self.tallies[tally_index].counts;
        counts.warp_instructions += 1;
        counts.lane_instructions += self.lanes.1;
        let last = self.spans.len();
        self.divergence.idle(site, |branch, [idle_lanes, lanes]| {
            let diverged = DivergedWork { instructions: 1, lanes, idle_lanes };
            self.tallies[(branch as usize).min(last)].diverged += diverged;
        });
    }

    #[inline]
    fn access(&mut self, site: &Site, access: &MemoryAccess<'_>) {
        // A mask has 64 bits, so what is behind them has no lane.
        let offsets = access.offsets.get(..64).unwrap_or(access.offsets);
        let mask = site.mask & u64::MAX.checked_shr(64 - offsets.len() as u32).unwrap_or(0);
        if mask == 0 {
            return;
        }
        let class = match (access.space, access.kind) {
            (Space::Shared, AccessKind::Atomic) => {
                let shape = self.shapes.get(site.op as usize).copied().unwrap_or_default();
                RequestClass::Shared(BankAccess::Atomic(shape))
            }
            (Space::Shared, kind) => {
                RequestClass::Shared(BankAccess::of(kind, AtomicShape::default()))
            }
            (_, AccessKind::Load | AccessKind::AtomicLoad) => RequestClass::GlobalLoad,
            _ => RequestClass::GlobalStore,
        };
        let tally_index = self.tally_index(site.op);
        let request = Request { class, mask, offsets, bytes: access.bytes };
        let cost = self.cost_caches[tally_index].cost(&request, &mut self.rules);
        self.last = *cost;
        let tally = &mut self.tallies[tally_index];
        let counts = &mut tally.counts;
        counts.atomics += u64::from(access.kind.is_atomic());
        if let RequestClass::Shared(_) = class {
            let banks = &cost.banks;
            counts.shared_requests += 1;
            counts.shared_turns += banks.turns;
            counts.bank_conflicts += banks.conflicts();
            counts.max_bank_conflict_degree = counts.max_bank_conflict_degree.max(banks.degree);
            counts.same_word_turns += banks.same_word_turns;
            counts.max_lanes_on_word = counts.max_lanes_on_word.max(banks.lanes_on_word);
            tally.most_turns = tally.most_turns.max(banks.turns - banks.same_word_turns);
        } else {
            counts.global_requests += 1;
            counts.global_sectors += cost.sectors;
            counts.global_transactions += cost.transactions;
            counts.global_bytes_wanted += cost.bytes_wanted;
            counts.global_bytes_moved += cost.bytes_moved;
            tally.bytes_in_place += cost.bytes_in_place;
            tally.least_transactions += cost.least_transactions;
            tally.least_bytes += cost.least_bytes;
        }
    }

    fn branch(&mut self, site: &Site, taken: u64) {
        let parts = self.divergence.branch(site, taken);
        let tally_index = self.tally_index(site.op);
        let counts = &mut self.tallies[tally_index].counts;
        counts.branches += 1;
        counts.divergent_branches += u64::from(parts);
    }

    fn arrive(&mut self, site: &Site, _arrival: &Arrival<'_>) {
        // Should warps wait at different barriers, the first in the code counts,
        // whichever of them came first.
        self.arrived = Some(self.arrived.map_or(site.op, |op| op.min(site.op)));
    }

    fn barrier(&mut self, _block: [u32; 3], _scope: BarrierScope) {
        let op = self.arrived.take().unwrap_or(u32::MAX);
        let tally_index = self.tally_index(op);
        self.tallies[tally_index].counts.barriers += 1;
    }
}

impl Divisible for Counters<'_> {
    fn part(&self) -> Self {
        let instructions = Instructions {
            spans: Arc::clone(&self.spans),
            shapes: Arc::clone(&self.shapes),
            sites: Arc::clone(&self.sites),
        };
        Counters::of(self.model, instructions)
    }

    fn join(&mut self, part: Self) {
        for (key, tally) in &part.earlier {
            *self.earlier.entry(key.clone()).or_default() += *tally;
        }
        if *self.spans == *part.spans {
            let parts = part.tallies.into_iter().zip(&part.cost_caches);
            for (whole, (tally, cache)) in self.tallies.iter_mut().zip(parts) {
                *whole += tally;
                whole.stride = whole.stride.with(cache.stride());
            }
        } else {
            part.add_to(&mut self.earlier);
        }
    }
}
