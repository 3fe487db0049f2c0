//! Profiles every launch: what a predicted time is made of, counts included.
//!
//! What that is, and why counts alone do not do, [`profile`](crate::profile)
//! says; [`model::predict`](crate::model::predict()) makes a time of it.

use super::Divisible;
use super::counters::Counters;
use super::turns::BlockStates;
use crate::model::{Coalescing, DeviceModel};
use crate::profile::{Counts, LaunchProfile};
use crate::sim::code::{BarrierScope, Code, Op, Root};
use crate::sim::{AccessKind, Arrival, Launch, MemoryAccess, Observer, Site, Space};

/// Bytes of a line, of which the first-level cache looks up one at a time.
const LINE_BYTES: u32 = 128;
/// Bytes of a sector, the part of a line that is fetched for itself.
const SECTOR_BYTES: u32 = 32;
/// Lines that stay in the first-level cache for a block: 256 KiB. A block has
/// less for itself on a GPU, but there its warps run side by side, and what they
/// share is still there when the next one wants it; here they may run one after
/// the other.
const CACHED_LINES: usize = 2048;
/// What hashes of 24 bits are divided by to give one of these lines.
const SLOT_STEP: usize = (1 << 24) / CACHED_LINES;
/// Loads that a thread has under way at once: compilers unroll loops about so
/// often and move the loads to the front.
const LOADS_UNDER_WAY: u32 = 4;

/// What a warp has done since the last barrier.
#[derive(Clone, Copy, Debug, Default)]
struct Steps {
    instructions: u32,
    branches: u32,
    global_loads: u32,
    shared_loads: u32,
    conflicts: u32,
}

/// A line of a request, and which of its sectors.
type Line = (u64, u8);

/// A slot of the first-level cache: the block that filled it, and with what.
type CacheSlot = (u64, Line);

/// Listens to any number of launches and keeps a profile of each.
#[derive(Clone, Debug)]
pub struct Profiler<'a> {
    model: &'a DeviceModel,
    /// What is counted anyway, of all launches.
    pub counters: Counters<'a>,
    /// What it had counted before the current launch.
    before: Counts,
    ended: Vec<LaunchProfile>,
    current: LaunchProfile,
    /// For each instruction of the kernel whether it is such a move.
    moves: Vec<bool>,
    /// Sizes of the buffers, in the order of the code's.
    buffer_bytes: Vec<u32>,
    /// Which of them atomics went to.
    atomic_buffers: Vec<bool>,
    /// Of the current block, warp by warp.
    steps: Vec<Steps>,
    /// The lines of the current request.
    lines: Vec<Line>,
    /// The first-level cache, each line where its hash says.
    cache: Vec<CacheSlot>,
    /// The number of the block that runs. What another block left in the cache does
    /// not count.
    block_number: u64,
    /// Blocks so far.
    blocks: u64,
    /// Steps and numbers of blocks that wait for their turn.
    turns: BlockStates<(Vec<Steps>, u64)>,
}

impl<'a> Profiler<'a> {
    pub fn new(model: &'a DeviceModel) -> Profiler<'a> {
        Profiler {
            model,
            counters: Counters::new(model),
            before: Counts::default(),
            ended: Vec::new(),
            current: LaunchProfile::default(),
            moves: Vec::new(),
            buffer_bytes: Vec::new(),
            atomic_buffers: Vec::new(),
            steps: Vec::new(),
            lines: Vec::new(),
            cache: vec![(0, (0, 0)); CACHED_LINES],
            block_number: 0,
            blocks: 0,
            turns: BlockStates::default(),
        }
    }

    /// What every launch did, in order.
    #[must_use]
    pub fn launches(&self) -> Vec<LaunchProfile> {
        let open = (self.current.blocks() > 0).then(|| self.whole());
        self.ended.iter().cloned().chain(open).collect()
    }

    /// The current launch with its counts.
    fn whole(&self) -> LaunchProfile {
        let mut launch = self.current.clone();
        launch.counts = self.counters.counts().since(&self.before);
        let atomic = self.atomic_buffers.iter().zip(&self.buffer_bytes);
        launch.traffic.atomic_buffer_bytes =
            atomic.filter(|(used, _)| **used).map(|(_, &bytes)| u64::from(bytes)).sum();
        launch
    }

    fn steps(&mut self, site: &Site) -> &mut Steps {
        let warp = site.warp as usize;
        if warp >= self.steps.len() {
            self.steps.resize(warp + 1, Steps::default());
        }
        &mut self.steps[warp]
    }

    /// Exchanges what is kept of the block that runs.
    fn take_turn(
        &mut self,
        exchange: impl FnOnce(&mut BlockStates<(Vec<Steps>, u64)>, &mut (Vec<Steps>, u64)),
    ) {
        let mut state = (std::mem::take(&mut self.steps), self.block_number);
        exchange(&mut self.turns, &mut state);
        (self.steps, self.block_number) = state;
    }

    /// A barrier, or the end of the block: what the slowest warp did since the
    /// last one lies on the block's path.
    fn end_phase(&mut self) {
        let mut most = Steps::default();
        for steps in &mut self.steps {
            let steps = std::mem::take(steps);
            most.instructions = most.instructions.max(steps.instructions);
            most.branches = most.branches.max(steps.branches);
            most.global_loads = most.global_loads.max(steps.global_loads);
            most.shared_loads = most.shared_loads.max(steps.shared_loads);
            most.conflicts = most.conflicts.max(steps.conflicts);
        }
        let path = &mut self.current.path;
        path.phases += 1;
        path.instructions += u64::from(most.instructions);
        path.branches += u64::from(most.branches);
        path.global_waits += u64::from(most.global_loads.div_ceil(LOADS_UNDER_WAY));
        path.shared_waits += u64::from(most.shared_loads.div_ceil(LOADS_UNDER_WAY));
        path.conflicts += u64::from(most.conflicts);
    }

    fn shared(&mut self, site: &Site, access: &MemoryAccess<'_>) {
        let cost = self.counters.last.banks;
        self.current.traffic.shared_turns += cost.turns;
        let lost = cost.turns.saturating_sub(cost.least_turns);
        let steps = self.steps(site);
        steps.conflicts = steps.conflicts.saturating_add(u32::try_from(lost).unwrap_or(0));
        if access.kind != AccessKind::Store {
            steps.shared_loads += 1;
        }
    }

    fn global(&mut self, site: &Site, access: &MemoryAccess<'_>, buffer: u32) {
        let cost = self.counters.last;
        let (sectors, wanted) = (cost.sectors, cost.bytes_wanted);
        self.find_lines(site, access, buffer);
        let traffic = &mut self.current.traffic;
        traffic.global_turns += match self.model.coalescing {
            Coalescing::Sectors { .. } => self.lines.len() as u64,
            _ => cost.transactions,
        };
        if access.kind.is_atomic() {
            traffic.atomic_sectors += sectors;
            if let Some(used) = self.atomic_buffers.get_mut(buffer as usize) {
                *used = true;
            }
        } else if access.kind == AccessKind::Store {
            traffic.l2_sectors += sectors;
            if wanted < sectors * u64::from(SECTOR_BYTES) {
                traffic.partial_store_lines += self.lines.len() as u64;
            }
        } else {
            let fetched = if self.has_l1() { self.fetch() } else { sectors };
            self.current.traffic.l2_sectors += fetched;
            self.steps(site).global_loads += 1;
        }
    }

    /// Whether loads go through a first-level cache.
    fn has_l1(&self) -> bool {
        match self.model.coalescing {
            Coalescing::HalfWarpInOrder { .. } | Coalescing::Segments { .. } => false,
            Coalescing::Lines { l1_caches, .. } => l1_caches,
            Coalescing::Sectors { .. } => true,
        }
    }

    /// The distinct lines of a request, each with its sectors.
    fn find_lines(&mut self, site: &Site, access: &MemoryAccess<'_>, buffer: u32) {
        self.lines.clear();
        let active = access.offsets.iter().enumerate().take(64);
        for (_, &offset) in active.filter(|(lane, _)| site.mask >> lane & 1 == 1) {
            let last = offset.saturating_add(access.bytes.saturating_sub(1));
            for sector in offset / SECTOR_BYTES..=last / SECTOR_BYTES {
                let sectors_per_line = LINE_BYTES / SECTOR_BYTES;
                let line = u64::from(buffer) << 32 | u64::from(sector / sectors_per_line);
                let bit = 1 << (sector % sectors_per_line);
                // Neighbouring lanes mostly share a line, so the newest comes first.
                match self.lines.iter_mut().rev().find(|(known, _)| *known == line) {
                    Some((_, sectors)) => *sectors |= bit,
                    None => self.lines.push((line, bit)),
                }
            }
        }
    }

    /// Sectors of the current lines that are not in the first-level cache yet.
    fn fetch(&mut self) -> u64 {
        let mut missed = 0;
        for &(line, sectors) in &self.lines {
            // The upper bits of a product spread lines that lie evenly apart.
            let hash = line.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 40;
            let (block, cached) = &mut self.cache[hash as usize / SLOT_STEP];
            if *block != self.block_number || cached.0 != line {
                (*block, *cached) = (self.block_number, (line, 0));
            }
            missed += u64::from((sectors & !cached.1).count_ones());
            cached.1 |= sectors;
        }
        missed
    }
}

impl Observer for Profiler<'_> {
    fn launch(&mut self, code: &Code, launch: &Launch, buffer_bytes: &[u32]) {
        if self.current.blocks() > 0 {
            self.ended.push(self.whole());
        }
        self.counters.launch(code, launch, buffer_bytes);
        self.turns.clear();
        self.before = self.counters.counts();
        self.moves = code.ops.iter().map(|op| is_move(code, op)).collect();
        self.buffer_bytes = buffer_bytes.to_vec();
        self.atomic_buffers = vec![false; buffer_bytes.len()];
        let data = code.buffers.iter().zip(buffer_bytes).filter(|(slot, _)| !slot.uniform);
        self.current = LaunchProfile {
            grid: launch.grid,
            block: code.block,
            shared_bytes: code.shared_bytes,
            buffer_bytes: data.map(|(_, &bytes)| u64::from(bytes)).sum(),
            ..LaunchProfile::default()
        };
    }

    fn block_start(&mut self, block: [u32; 3]) {
        self.counters.block_start(block);
        self.take_turn(|turns, state| turns.start(block, state));
        self.steps.clear();
        self.blocks += 1;
        self.block_number = self.blocks;
    }

    fn block_resume(&mut self, block: [u32; 3]) {
        self.counters.block_resume(block);
        self.take_turn(|turns, state| turns.resume(block, state));
    }

    fn instruction(&mut self, site: &Site) {
        self.counters.instruction(site);
        if self.moves.get(site.op as usize) == Some(&true) {
            self.current.moves += 1;
        } else {
            self.steps(site).instructions += 1;
        }
    }

    fn access(&mut self, site: &Site, access: &MemoryAccess<'_>) {
        self.counters.access(site, access);
        match access.space {
            Space::Global(buffer) => self.global(site, access, buffer),
            Space::Shared => self.shared(site, access),
        }
    }

    fn branch(&mut self, site: &Site, taken: u64) {
        self.counters.branch(site, taken);
        self.steps(site).branches += 1;
    }

    fn arrive(&mut self, site: &Site, arrival: &Arrival<'_>) {
        self.counters.arrive(site, arrival);
    }

    fn barrier(&mut self, block: [u32; 3], scope: BarrierScope) {
        self.counters.barrier(block, scope);
        self.end_phase();
    }

    fn block_end(&mut self, block: [u32; 3]) {
        self.counters.block_end(block);
        self.end_phase();
        self.turns.end();
    }
}

impl Divisible for Profiler<'_> {
    fn part(&self) -> Self {
        let mut part = Profiler::new(self.model);
        part.counters = self.counters.part();
        part.moves.clone_from(&self.moves);
        part.buffer_bytes.clone_from(&self.buffer_bytes);
        part.atomic_buffers = vec![false; self.buffer_bytes.len()];
        part
    }

    fn join(&mut self, part: Self) {
        self.counters.join(part.counters);
        for (used, part) in self.atomic_buffers.iter_mut().zip(part.atomic_buffers) {
            *used |= part;
        }
        self.current.moves += part.current.moves;
        let (traffic, more) = (&mut self.current.traffic, part.current.traffic);
        traffic.global_turns += more.global_turns;
        traffic.l2_sectors += more.l2_sectors;
        traffic.partial_store_lines += more.partial_store_lines;
        traffic.atomic_sectors += more.atomic_sectors;
        traffic.shared_turns += more.shared_turns;
        let (path, more) = (&mut self.current.path, part.current.path);
        path.instructions += more.instructions;
        path.branches += more.branches;
        path.global_waits += more.global_waits;
        path.shared_waits += more.shared_waits;
        path.conflicts += more.conflicts;
        path.phases += more.phases;
    }
}

/// Whether an instruction only moves values between a thread's own variables.
fn is_move(code: &Code, op: &Op) -> bool {
    match *op {
        Op::Move { .. } | Op::Zero { .. } => true,
        Op::Load { memory_ref, .. } | Op::Store { memory_ref, .. } => {
            let memory_ref = code.memory_refs.get(memory_ref as usize);
            memory_ref.is_some_and(|memory_ref| matches!(memory_ref.root, Root::Local(_)))
        }
        _ => false,
    }
}
