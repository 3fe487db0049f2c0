//! Races in kernels that hand data over with fences and atomics.
//!
//! What comes before what is found out exactly: every thread has its knowledge of
//! what others have done. A barrier joins the knowledge of those who meet at it. A
//! release leaves it at a word, and whoever reads that word and acquires takes it
//! from there, each within its scope:
//!
//! - a releasing atomic leaves what its thread knows, a relaxed one what the thread
//!   knew at its last fence; a store starts anew, what reads and writes adds;
//! - an acquiring atomic takes it at once, a relaxed one when its thread comes to a
//!   fence, or to a barrier, which carries it to the others who meet there;
//! - what a thread has fenced before a barrier, any thread behind it may publish.
//!
//! By PTX's rules an atomic that changes a word also comes after the atomics whose
//! changes it finds there: the block that counts itself as the last one may set the
//! counter back with a plain store. To be told from luck, its thread must have
//! acquired something since.
//!
//! This takes more time and memory than barriers alone would need, so it is only
//! done for kernels in which something else orders.

mod cell;
mod knowledge;
#[cfg(test)]
mod tests;

use self::cell::{Cell, WordAccess};
use self::knowledge::{Knowledge, Memory, Stamp, ThreadId, join};
use super::clock::Relation;
use super::conflict::{Conflict, Lack, Party, writes_the_same};
use crate::observe::kernel::{LaunchedKernel, lanes};
use crate::sim::code::{BarrierScope, Code, Op};
use crate::sim::{AccessKind, Launch, MemoryAccess, Site, Space};
use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;
use warpbench_semantics::{Dialect, MemoryOrder, Scope, Synchronization};

/// Whether something in a kernel orders accesses besides barriers of whole blocks
/// and warps, or is atomic for a block alone.
pub(super) fn is_needed(code: &Code, launch: &Launch) -> bool {
    let everybody = |register: u32| {
        let all = u64::MAX >> (64 - launch.warp_width.clamp(1, 64));
        let constant = code.constants.iter().find(|(known, _)| *known == register);
        constant.is_some_and(|&(_, word)| u64::from(word) & all == all & u64::from(u32::MAX))
    };
    let orders =
        |how: Synchronization| how.order != MemoryOrder::Relaxed || how.scope == Scope::Block;
    let is_relaxed = |order: MemoryOrder| order == MemoryOrder::Relaxed;
    launch.interleaved
        || code.ops.iter().any(|op| match *op {
            Op::Fence(_) => true,
            Op::WarpBarrier { mask: Some(mask) } => !everybody(mask),
            Op::CompareExchange { failure, .. } if !is_relaxed(failure) => true,
            ref op => atomic(op).is_some_and(orders),
        })
}

/// Whether a kernel has atomics that are so for a block alone.
pub(super) fn has_block_scope(code: &Code) -> bool {
    code.ops.iter().filter_map(atomic).any(|how| how.scope == Scope::Block)
}

/// How an instruction synchronises, if it is an atomic.
fn atomic(op: &Op) -> Option<Synchronization> {
    match *op {
        Op::Atomic { op, .. } => Some(op.how),
        Op::CompareExchange { how, .. }
        | Op::AtomicLoad { how, .. }
        | Op::AtomicStore { how, .. } => Some(how),
        _ => None,
    }
}

/// What is hidden from a thread and kept for a message, at most.
const MOST_HIDDEN: usize = 8;

/// What a thread knows and has at hand.
#[derive(Clone, Debug, Default)]
struct ThreadState {
    known: Arc<Knowledge>,
    /// What it knew at its last fence, for its block and for all.
    fenced: [Option<Arc<Knowledge>>; 2],
    /// What it has read of others' releases but not acquired, each with whether
    /// it comes from its own block.
    read: Vec<(Arc<Knowledge>, bool)>,
    /// What it would have read if others had released it to more than their block.
    hidden: Vec<Arc<Knowledge>>,
    /// When it last acquired something.
    acquired: Stamp,
}

impl ThreadState {
    fn acquire(&mut self, reaches_all: bool) {
        let mut left = Vec::new();
        for (knowledge, is_own) in std::mem::take(&mut self.read) {
            if is_own || reaches_all {
                join(&mut self.known, &knowledge);
            } else {
                left.push((knowledge, is_own));
            }
        }
        self.read = left;
    }
}

/// The memory of a launch, and what its threads know.
#[derive(Clone, Debug, Default)]
pub(super) struct CausalDetector {
    now: Stamp,
    /// Whether the kernel has atomics that are so for a block alone.
    has_block_scope: bool,
    /// The threads of each block that has started and not ended.
    blocks: BTreeMap<u32, Vec<ThreadState>>,
    shared: BTreeMap<u32, HashMap<u32, Cell>>,
    buffers: Vec<HashMap<u32, Cell>>,
}

impl CausalDetector {
    /// `has_block_scope` says whether the kernel [has such atomics](has_block_scope).
    pub(super) fn new(has_block_scope: bool, buffers: usize) -> CausalDetector {
        let buffers = vec![HashMap::new(); buffers];
        CausalDetector { now: 1, has_block_scope, buffers, ..Self::default() }
    }

    /// One that has seen nothing yet.
    pub(super) fn fresh(&self) -> CausalDetector {
        CausalDetector::new(self.has_block_scope, self.buffers.len())
    }

    pub(super) fn block_start(&mut self, kernel: &LaunchedKernel, block: [u32; 3]) {
        let threads = vec![ThreadState::default(); kernel.threads as usize];
        self.blocks.insert(kernel.block_number(block), threads);
    }

    pub(super) fn block_end(&mut self, kernel: &LaunchedKernel, block: [u32; 3]) {
        let number = kernel.block_number(block);
        self.blocks.remove(&number);
        self.shared.remove(&number);
    }

    /// Bytes that it takes, about.
    pub(super) fn bytes(&self) -> usize {
        let memories = self.shared.values().chain(&self.buffers);
        memories.map(HashMap::len).sum::<usize>() * Cell::BYTES
    }

    /// Watches buffers no more.
    pub(super) fn forget_buffers(&mut self) {
        self.buffers.clear();
    }

    /// All threads of a block meet.
    pub(super) fn barrier(&mut self, kernel: &LaunchedKernel, block: [u32; 3], of: BarrierScope) {
        let number = kernel.block_number(block);
        let Some(threads) = self.blocks.get_mut(&number) else { return };
        let mut met = meet(threads.iter_mut());
        let known = Arc::make_mut(&mut met.known);
        for (is_ordered, memory) in [(of.shared, Memory::Shared), (of.global, Memory::Global)] {
            if is_ordered {
                known.learn_block(number, memory, self.now);
            }
        }
        threads.fill(met);
        self.now += 1;
    }

    /// Lanes of a warp meet.
    pub(super) fn warp_barrier(&mut self, kernel: &LaunchedKernel, site: &Site) {
        let number = kernel.block_number(site.block);
        let Some(threads) = self.blocks.get_mut(&number) else { return };
        let here = kernel.threads_of(site.warp, site.mask);
        let is_here = |(thread, _): &(usize, &mut ThreadState)| here.contains(&(*thread as u32));
        let mut met = meet(threads.iter_mut().enumerate().filter(is_here).map(|(_, state)| state));
        let known = Arc::make_mut(&mut met.known);
        for &thread in &here {
            known.learn_thread(ThreadId { block: number, thread }, self.now);
        }
        for &thread in &here {
            if let Some(state) = threads.get_mut(thread as usize) {
                *state = met.clone();
            }
        }
        self.now += 1;
    }

    /// Lanes of a warp come to a fence.
    pub(super) fn fence(&mut self, kernel: &LaunchedKernel, site: &Site, how: Synchronization) {
        let number = kernel.block_number(site.block);
        let Some(threads) = self.blocks.get_mut(&number) else { return };
        let to_all = how.scope != Scope::Block;
        for thread in kernel.threads_of(site.warp, site.mask) {
            let Some(state) = threads.get_mut(thread as usize) else { continue };
            if how.order.acquires() {
                state.acquire(to_all);
                state.acquired = self.now;
            }
            if how.order.releases() {
                let known = released(state, ThreadId { block: number, thread }, self.now);
                state.fenced[0] = Some(Arc::clone(&known));
                if to_all {
                    state.fenced[1] = Some(known);
                }
            }
        }
        self.now += 1;
    }

    /// Lanes of a warp access memory.
    pub(super) fn access(
        &mut self,
        kernel: &LaunchedKernel,
        site: &Site,
        access: &MemoryAccess<'_>,
        tell: &mut impl FnMut(Conflict),
    ) {
        let number = kernel.block_number(site.block);
        let (memory, cells) = match access.space {
            Space::Shared => (Memory::Shared, self.shared.entry(number).or_default()),
            Space::Global(buffer) => match self.buffers.get_mut(buffer as usize) {
                Some(cells) if kernel.is_writable(buffer as usize) => (Memory::Global, cells),
                _ => return,
            },
        };
        let Some(threads) = self.blocks.get_mut(&number) else { return };
        let (scattered, has_block_scope) = (kernel.scattered(site.op), self.has_block_scope);
        for lane in lanes(site.mask & !access.outside) {
            let thread = kernel.thread(site.warp, lane as u32);
            let Some(state) = threads.get_mut(thread as usize) else { continue };
            let party = Party {
                block: site.block,
                thread,
                op: site.op,
                writes: access.kind.writes(),
                is_atomic: access.kind.is_atomic(),
            };
            let id = ThreadId { block: number, thread };
            let is_unexchanged = access.unexchanged.lanes >> lane & 1 == 1;
            let mut how = access.how;
            if is_unexchanged {
                how.order = access.unexchanged.order;
            }
            let mut lane_access = LaneAccess {
                kernel,
                site,
                access,
                memory,
                id,
                party,
                now: self.now,
                has_block_scope,
                how,
                is_unexchanged,
            };
            for (word, bytes) in words(access.offsets[lane], access.bytes, scattered) {
                let cell = cells.entry(word).or_default();
                lane_access.visit(cell, state, word, bytes, tell);
            }
        }
        if access.kind.is_atomic() {
            self.now += 1;
        }
    }
}

/// One lane's part of an access.
struct LaneAccess<'a> {
    kernel: &'a LaunchedKernel,
    site: &'a Site,
    access: &'a MemoryAccess<'a>,
    memory: Memory,
    id: ThreadId,
    party: Party,
    now: Stamp,
    has_block_scope: bool,
    how: Synchronization,
    /// Whether it compares and finds that it must not exchange. Such an access is
    /// still one that may write, by another order of threads, but it hands nothing
    /// over.
    is_unexchanged: bool,
}

impl LaneAccess<'_> {
    fn visit(
        &mut self,
        cell: &mut Cell,
        state: &mut ThreadState,
        word: u32,
        bytes: u8,
        tell: &mut impl FnMut(Conflict),
    ) {
        let how = self.how;
        let block_scope =
            self.party.is_atomic && how.scope == Scope::Block && self.memory == Memory::Global;
        let (thread, stamp, party) = (self.id, self.now, self.party);
        let updates = self.access.kind == AccessKind::Atomic;
        let new = WordAccess { thread, stamp, party, bytes, block_scope, updates };
        // An acquire orders what it conflicts with no less than what follows.
        if self.party.is_atomic {
            self.synchronize(cell, state);
        }
        let is_known = |old: &WordAccess| state.known.covers(old.thread, self.memory, old.stamp);
        let has_acquired = |old: &WordAccess| {
            is_known(old) || (old.thread == thread && old.stamp <= state.acquired)
        };
        let seen = match self.kernel.dialect {
            Dialect::Cuda if !party.is_atomic => cell.seen(has_acquired),
            _ => None,
        };
        let is_known =
            |old: &WordAccess| is_known(old) || seen.as_ref().is_some_and(|seen| seen.has(old));
        for old in cell.rivals(&new) {
            if new.conflicts(old) && !is_known(old) {
                let byte = 4 * word + (new.bytes & old.bytes).trailing_zeros();
                let parties = (&old.party, &self.party);
                tell(Conflict {
                    relation: self.relation(state, old),
                    old: old.party,
                    new: self.party,
                    same_value: writes_the_same(self.kernel, self.site, self.access, parties, byte),
                    byte,
                    is_causal: true,
                    lacks: self.lacks(state, old),
                });
            }
        }
        cell.remember(new, self.has_block_scope, is_known);
    }

    /// Takes from a word what others released, and leaves there what the thread does.
    fn synchronize(&self, cell: &mut Cell, state: &mut ThreadState) {
        let how = self.how;
        let reaches_all = how.scope != Scope::Block;
        let block = self.id.block;
        let reads = self.access.kind != AccessKind::AtomicStore;
        if reads && state.hidden.len() < MOST_HIDDEN {
            state.hidden.extend(cell.releases.hidden(block).cloned());
        }
        let visible = if reads { cell.releases.visible(block, reaches_all) } else { Vec::new() };
        let own = cell.releases.visible(block, false);
        if reads && how.order.acquires() {
            state.acquired = self.now;
        }
        for knowledge in visible {
            let is_own = own.iter().any(|own| Arc::ptr_eq(own, &knowledge));
            let is_read = |(read, _): &(Arc<Knowledge>, bool)| Arc::ptr_eq(read, &knowledge);
            if how.order.acquires() {
                join(&mut state.known, &knowledge);
            } else if !state.read.iter().any(is_read) {
                state.read.push((knowledge, is_own));
            }
        }
        // Last, as what it has just acquired is released along with the rest.
        if self.party.writes && !self.is_unexchanged {
            self.release(cell, state, reads);
        }
    }

    /// Leaves at a word what the thread releases. What does not read starts anew.
    fn release(&self, cell: &mut Cell, state: &ThreadState, reads: bool) {
        let (how, block) = (self.how, self.id.block);
        let reaches_all = how.scope != Scope::Block;
        if !reads {
            cell.releases.clear();
        }
        if how.order.releases() {
            let known = released(state, self.id, self.now);
            cell.releases.add(block, reaches_all, &known);
        } else {
            let [to_block, to_all] = &state.fenced;
            if let Some(known) = to_block {
                cell.releases.add(block, false, known);
            }
            if let Some(known) = to_all {
                cell.releases.add(block, reaches_all, known);
            }
        }
    }

    fn relation(&self, state: &ThreadState, old: &WordAccess) -> Relation {
        let other = match self.memory {
            Memory::Shared => Memory::Global,
            Memory::Global => Memory::Shared,
        };
        if old.party.is_atomic && self.party.is_atomic {
            Relation::BlockScope
        } else if old.thread.block != self.id.block {
            Relation::Blocks
        } else if state.known.covers(old.thread, other, old.stamp) {
            Relation::WrongBarrier
        } else {
            Relation::Unordered
        }
    }

    fn lacks(&self, state: &ThreadState, old: &WordAccess) -> Option<Lack> {
        let covers =
            |(known, _): &&(Arc<Knowledge>, bool)| known.covers(old.thread, self.memory, old.stamp);
        if state.read.iter().any(|read| covers(&read)) {
            return Some(Lack::AcquiringFence);
        }
        let would = |known: &Arc<Knowledge>| known.covers(old.thread, self.memory, old.stamp);
        state.hidden.iter().any(would).then_some(Lack::Scope)
    }
}

/// What a thread hands over: all that it knows, and all that it did.
fn released(state: &ThreadState, id: ThreadId, now: Stamp) -> Arc<Knowledge> {
    let mut known = Arc::clone(&state.known);
    Arc::make_mut(&mut known).learn_thread(id, now);
    known
}

/// What all know after they have met.
fn meet<'a>(threads: impl Iterator<Item = &'a mut ThreadState>) -> ThreadState {
    let mut all = ThreadState::default();
    for state in threads {
        state.acquire(true);
        join(&mut all.known, &state.known);
        if all.hidden.len() < MOST_HIDDEN {
            all.hidden.extend(state.hidden.iter().cloned());
        }
        for (fenced, own) in all.fenced.iter_mut().zip(&state.fenced) {
            if let Some(own) = own {
                join(fenced.get_or_insert_default(), own);
            }
        }
    }
    all
}

/// The words that an access of a lane touches, each with a bit for each byte.
fn words(
    offset: u32,
    bytes: u32,
    scattered: Option<&[crate::sim::code::Leaf]>,
) -> impl Iterator<Item = (u32, u8)> {
    let mut all: Vec<(u32, u8)> = Vec::new();
    let mut add = |from: u32, count: u32| {
        for byte in from..from.saturating_add(count) {
            match all.last_mut() {
                Some((word, mask)) if *word == byte / 4 => *mask |= 1 << (byte % 4),
                _ => all.push((byte / 4, 1 << (byte % 4))),
            }
        }
    };
    match scattered {
        Some(leaves) => {
            leaves
                .iter()
                .for_each(|leaf| add(offset.wrapping_add(leaf.offset), leaf.format.bytes()));
        }
        None => add(offset, bytes),
    }
    all.into_iter()
}
