//! Races: two accesses of different threads to the same word, one of them a
//! write, that nothing orders.
//!
//! Lanes of one warp race as much as lanes of two, because running in step is a
//! schedule and no guarantee. A barrier of the block orders the accesses to the
//! memories it is for, a barrier of the warp those of the lanes that met. Fences
//! and atomics order what their language says they do, [`causal`] has the rules;
//! without any, nothing orders the blocks of a launch, and stamps are enough to
//! know ([`clock`], [`shadow`]). Atomics do not race with atomics. Who writes what
//! another thread has written as well is told apart from who changes it.

mod causal;
mod clock;
mod column;
mod conflict;
mod meetings;
mod order;
mod races;
#[cfg(test)]
mod random_tests;
mod reason;
mod shadow;
#[cfg(test)]
mod tests;

use self::causal::CausalDetector;
use self::clock::{ATOMIC, AccessRecord, Clock};
use self::column::{FlatColumn, PagedColumn};
use self::conflict::{Conflict, Party, writes_the_same};
use self::races::{ConflictSite, Races};
use self::shadow::{AccessRequest, RecordConflict, ShadowMemory};
use super::Divisible;
use super::finding::UnlocatedFinding;
use super::kernel::LaunchedKernel;
use crate::sim::code::{BarrierScope, Code};
use crate::sim::{Launch, MemoryAccess, Observer, Site, Space, WarpMeeting};
use std::sync::Arc;
use warpbench_semantics::Synchronization;

/// Accesses after which it is asked how much memory there is in use.
const LOOK_AFTER: u32 = 1 << 14;

#[derive(Clone, Debug)]
pub struct RaceDetector {
    kernel: Arc<LaunchedKernel>,
    clock: Clock,
    shared: ShadowMemory<FlatColumn>,
    /// What nobody can write needs no watching.
    buffers: Vec<Option<ShadowMemory<PagedColumn>>>,
    /// Instead of all that, where more than barriers orders.
    causal: Option<CausalDetector>,
    races: Races,
    /// Whether races in buffers are looked for, too.
    watches_buffers: bool,
    /// Bytes that it may take.
    most_bytes: usize,
    unwatched: Vec<String>,
    /// Accesses since it was last asked how much it takes.
    accesses: u32,
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
            causal: None,
            races: Races::default(),
            watches_buffers: true,
            most_bytes: usize::MAX,
            unwatched: Vec::new(),
            accesses: 0,
        }
    }

    /// Gives up watching buffers where it would take more bytes than this, and
    /// [says so](RaceDetector::unwatched).
    #[must_use]
    pub fn within(self, most_bytes: usize) -> RaceDetector {
        RaceDetector { most_bytes, ..self }
    }

    /// The same, but buffers are not watched.
    #[must_use]
    pub fn in_shared_memory(self) -> RaceDetector {
        RaceDetector { watches_buffers: false, buffers: Vec::new(), ..self }
    }

    /// One finding for each pair of instructions, in the order they were found.
    pub fn findings(&self) -> Vec<UnlocatedFinding> {
        self.races.findings()
    }

    /// The buffers that were not watched to the end, by their names.
    pub fn unwatched(&self) -> &[String] {
        &self.unwatched
    }

    /// Bytes that it takes now.
    pub fn bytes(&self) -> usize {
        let buffers: usize = self.buffers.iter().flatten().map(ShadowMemory::bytes).sum();
        let causal = self.causal.as_ref().map_or(0, CausalDetector::bytes);
        self.shared.bytes() + buffers + causal
    }

    fn make_room(&mut self) {
        let kernel = &self.kernel;
        self.shared.resize(kernel.shared_bytes);
        if !self.watches_buffers {
            return;
        }
        self.buffers.resize_with(kernel.buffer_bytes.len(), || None);
        for (index, (buffer, &bytes)) in
            self.buffers.iter_mut().zip(&kernel.buffer_bytes).enumerate()
        {
            let given_up = self.unwatched.iter().any(|name| name == kernel.buffer_name(index));
            if kernel.is_writable(index) && !given_up {
                let shadow = buffer.get_or_insert_default();
                shadow.clear();
                shadow.resize(bytes);
            }
        }
    }

    /// Starts counting anew before the counter ends.
    fn look_after_clock(&mut self) {
        if self.clock.is_worn() {
            self.clock.restart();
            self.shared.clear();
            self.buffers.iter_mut().flatten().for_each(ShadowMemory::clear);
        }
    }

    fn new_causal(&self, has_block_scope: bool) -> CausalDetector {
        let buffers = if self.watches_buffers { self.kernel.buffer_bytes.len() } else { 0 };
        CausalDetector::new(has_block_scope, buffers)
    }

    /// Gives up the largest buffers until there is room.
    fn look_after_memory(&mut self) {
        self.accesses = 0;
        if let Some(causal) = &mut self.causal
            && causal.bytes() > self.most_bytes
        {
            causal.forget_buffers();
            let buffers = 0..self.kernel.buffer_bytes.len();
            let written = buffers.filter(|&index| self.kernel.is_writable(index));
            self.unwatched = written.map(|i| self.kernel.buffer_name(i).to_owned()).collect();
            return;
        }
        while self.bytes() > self.most_bytes {
            let sizes = self.buffers.iter().enumerate();
            let largest = sizes.filter_map(|(index, b)| Some((b.as_ref()?.bytes(), index))).max();
            let Some((_, index)) = largest else { break };
            self.buffers[index] = None;
            self.unwatched.push(self.kernel.buffer_name(index).to_owned());
        }
    }
}

impl Observer for RaceDetector {
    fn launch(&mut self, code: &Code, launch: &Launch, buffer_bytes: &[u32]) {
        self.look_after_clock();
        self.kernel = Arc::new(LaunchedKernel::new(code, launch, buffer_bytes));
        if causal::is_needed(code, launch) {
            self.causal = Some(self.new_causal(causal::has_block_scope(code)));
            return;
        }
        self.causal = None;
        self.clock.launch(self.kernel.width, self.kernel.threads);
        self.make_room();
    }

    fn block_start(&mut self, block: [u32; 3]) {
        self.look_after_clock();
        self.look_after_memory();
        match &mut self.causal {
            Some(causal) => causal.block_start(&self.kernel, block),
            None => self.clock.block(block),
        }
    }

    fn access(&mut self, site: &Site, access: &MemoryAccess<'_>) {
        self.accesses += 1;
        if self.accesses >= LOOK_AFTER {
            self.look_after_memory();
        }
        let (kernel, clock, races) = (&*self.kernel, &self.clock, &mut self.races);
        let mut tell = |conflict: Conflict| {
            let (space, kind) = (access.space, access.kind);
            races.add(&ConflictSite { kernel, site, space, kind }, &conflict);
        };
        if let Some(causal) = &mut self.causal {
            causal.access(kernel, site, access, &mut tell);
            return;
        }
        let scattered = if access.bytes > 4 { kernel.scattered(site.op) } else { None };
        let request = AccessRequest { clock, site, access, scattered };
        let mut tell =
            |conflict: RecordConflict| tell(unpacked(kernel, clock, site, access, &conflict));
        match access.space {
            Space::Shared => self.shared.access(&request, &mut tell),
            Space::Global(buffer) => {
                if let Some(Some(shadow)) = self.buffers.get_mut(buffer as usize) {
                    shadow.access(&request, &mut tell);
                }
            }
        }
    }

    fn fence(&mut self, site: &Site, how: Synchronization) {
        if let Some(causal) = &mut self.causal {
            causal.fence(&self.kernel, site, how);
        }
    }

    fn warp_barrier(&mut self, site: &Site, _meeting: &WarpMeeting<'_>) {
        self.look_after_clock();
        match &mut self.causal {
            Some(causal) => causal.warp_barrier(&self.kernel, site),
            None => self.clock.warp_barrier(site),
        }
    }

    fn barrier(&mut self, block: [u32; 3], scope: BarrierScope) {
        self.look_after_clock();
        match &mut self.causal {
            Some(causal) => causal.barrier(&self.kernel, block, scope),
            None => self.clock.barrier(scope),
        }
    }

    fn block_end(&mut self, block: [u32; 3]) {
        if let Some(causal) = &mut self.causal {
            causal.block_end(&self.kernel, block);
        }
    }
}

impl Divisible for RaceDetector {
    fn part(&self) -> RaceDetector {
        let kernel = Arc::clone(&self.kernel);
        let (most_bytes, watches_buffers) = (self.most_bytes, self.watches_buffers);
        let mut part = RaceDetector { kernel, most_bytes, watches_buffers, ..RaceDetector::new() };
        if let Some(causal) = &self.causal {
            part.causal = Some(causal.fresh());
            return part;
        }
        part.clock.launch(part.kernel.width, part.kernel.threads);
        part.make_room();
        part
    }

    fn join(&mut self, part: RaceDetector) {
        self.races.join(part.races, &self.kernel);
        for name in part.unwatched {
            if !self.unwatched.contains(&name) {
                self.unwatched.push(name);
            }
        }
    }

    /// What it takes before anything has happened. What it takes beyond depends on
    /// the accesses, and is kept [within](RaceDetector::within) a limit.
    fn bytes_needed(&self, code: &Code, launch: &Launch, buffer_bytes: &[u32]) -> u64 {
        let words = |bytes: u32| u64::from(bytes.div_ceil(4));
        let shared = words(code.shared_bytes) * ShadowMemory::<FlatColumn>::BYTES_PER_WORD;
        if causal::is_needed(code, launch) {
            return shared;
        }
        let written = code.buffers.iter().zip(buffer_bytes).filter(|(slot, _)| slot.writable);
        let buffers: u64 = written.map(|(_, &bytes)| words(bytes)).sum();
        let each = ShadowMemory::<PagedColumn>::BYTES_PER_WORD;
        shared + if self.watches_buffers { buffers * each } else { 0 }
    }
}

/// A conflict of two records, in words that need no clock.
fn unpacked(
    kernel: &LaunchedKernel,
    clock: &Clock,
    site: &Site,
    access: &MemoryAccess<'_>,
    conflict: &RecordConflict,
) -> Conflict {
    let party = |record: AccessRecord, block: [u32; 3], writes: bool| Party {
        block,
        thread: kernel.thread(clock.warp(record), clock.lane(record)),
        op: clock.op(record),
        writes,
        is_atomic: record & ATOMIC != 0,
    };
    let old = party(conflict.old, clock.block_of(conflict.old), conflict.old_writes);
    // The record's number of the instruction may be cut short, the site's is not.
    let new = Party { op: site.op, ..party(conflict.new, site.block, access.kind.writes()) };
    let same_value = writes_the_same(kernel, site, access, (&old, &new), conflict.byte);
    let (relation, byte) = (conflict.relation, conflict.byte);
    Conflict { relation, old, new, same_value, byte, is_causal: false, lacks: None }
}
