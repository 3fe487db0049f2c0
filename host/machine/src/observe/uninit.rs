//! Reads of shared memory that no thread of the block has written.
//!
//! Each word remembers the number of the last block that wrote it, so that
//! nothing is cleared when a block starts.
//!
//! In CUDA such memory holds anything. In WGSL it starts as zero: atomics are
//! made to rely on that, and for anything else it is worth a warning, if the zero
//! is used.

use super::Divisible;
use super::finding::UnlocatedFinding;
use super::followed::{FirstUse, Suspects, Tally};
use super::kernel::{LaunchedKernel, block_name, lanes, list, side_by_side, times};
use super::turns::BlockStates;
use super::words::block_barrier;
use crate::finding::{FindingKind, Severity};
use crate::sim::code::{Code, Leaf};
use crate::sim::{AccessKind, Cause, Launch, MemoryAccess, Observer, Origin, Site, Space, Use};
use std::collections::BTreeMap;
use std::sync::Arc;
use warpbench_semantics::Dialect;

/// Looks for reads of shared memory that nobody has written.
#[derive(Clone, Debug, Default)]
pub struct UninitDetector {
    kernel: Arc<LaunchedKernel>,
    /// For each word of shared memory the block that wrote it last.
    written: Vec<u32>,
    /// A word has this many bytes, as a power of two.
    shift: u32,
    /// The number of the block that runs, from 1.
    block: u32,
    /// Blocks so far.
    blocks: u32,
    /// What blocks have written that wait for their turn.
    turns: BlockStates<(Vec<u32>, u32, u32)>,
    /// What was found, by instruction.
    found: BTreeMap<u32, UnwrittenRead>,
    suspects: Suspects,
}

/// Lanes that read what nobody has written.
#[derive(Clone, Copy, Debug)]
struct UnwrittenRead {
    tally: Tally,
    updates: bool,
    /// The first such byte of the first of the lanes.
    byte: u32,
    /// Where what was read came to matter, if that decides.
    used: Option<FirstUse>,
}

impl UninitDetector {
    pub fn new() -> UninitDetector {
        UninitDetector::default()
    }

    /// One finding for each instruction.
    pub fn findings(&self) -> Vec<UnlocatedFinding> {
        self.found.values().map(|read| self.describe(read)).collect()
    }

    fn make_room(&mut self) {
        if self.written.is_empty() {
            self.shift = 2;
        }
        let words = self.kernel.shared_bytes.div_ceil(1 << self.shift) as usize;
        if self.written.len() < words {
            self.written.resize(words, 0);
        }
    }

    /// Exchanges what the block has written that runs.
    fn take_turn(
        &mut self,
        exchange: impl FnOnce(&mut BlockStates<(Vec<u32>, u32, u32)>, &mut (Vec<u32>, u32, u32)),
    ) {
        let mut state = (std::mem::take(&mut self.written), self.shift, self.block);
        exchange(&mut self.turns, &mut state);
        (self.written, self.shift, self.block) = state;
    }

    /// Halves the size of a word.
    fn refine(&mut self) {
        self.written = self.written.iter().flat_map(|&block| [block, block]).collect();
        self.shift -= 1;
    }

    /// Goes through the words of an access of a lane until `visit` returns false.
    fn words(
        written: &mut [u32],
        shift: u32,
        offset: u32,
        access: &MemoryAccess<'_>,
        scattered: Option<&[Leaf]>,
        mut visit: impl FnMut(&mut u32) -> bool,
    ) -> Option<u32> {
        let mut bytes = |from: u32, len: u32| {
            (0..len).step_by(1 << shift).find_map(|part| {
                let byte = offset.wrapping_add(from + part);
                let word = written.get_mut((byte >> shift) as usize)?;
                (!visit(word)).then_some(byte)
            })
        };
        match scattered {
            Some(leaves) => leaves.iter().find_map(|leaf| bytes(leaf.offset, leaf.format.bytes())),
            None => bytes(0, access.bytes),
        }
    }

    /// The lanes that read something that nobody has written.
    fn unwritten(&mut self, site: &Site, access: &MemoryAccess<'_>, mask: u64) -> u64 {
        let block = self.block;
        if access.bytes == 1 << self.shift {
            // Mostly all are written, and one comparison tells.
            let count = mask.trailing_ones();
            let run = access.offsets.get(..count as usize).filter(|_| mask.count_ones() == count);
            let differ = run.map(|offsets| {
                offsets.iter().fold(0, |differ, &offset| {
                    let word = self.written.get((offset >> self.shift) as usize);
                    differ | (word.copied().unwrap_or(block) ^ block)
                })
            });
            if differ == Some(0) {
                return 0;
            }
            let mut missing = 0;
            for lane in lanes(mask) {
                let word = (access.offsets[lane] >> self.shift) as usize;
                missing |= u64::from(self.written.get(word).is_some_and(|&w| w != block)) << lane;
            }
            return missing;
        }
        let scattered = self.kernel.scattered(site.op);
        let mut missing = 0;
        for lane in lanes(mask) {
            let offset = access.offsets[lane];
            let found =
                Self::words(&mut self.written, self.shift, offset, access, scattered, |word| {
                    *word == block
                });
            missing |= u64::from(found.is_some()) << lane;
        }
        missing
    }

    fn mark(&mut self, site: &Site, access: &MemoryAccess<'_>, mask: u64) {
        let block = self.block;
        if access.bytes == 1 << self.shift {
            let run = side_by_side(mask, access.offsets, self.shift);
            if let Some(words) = run.and_then(|run| self.written.get_mut(run)) {
                words.fill(block);
                return;
            }
            for lane in lanes(mask) {
                let word = (access.offsets[lane] >> self.shift) as usize;
                if let Some(word) = self.written.get_mut(word) {
                    *word = block;
                }
            }
            return;
        }
        let scattered = self.kernel.scattered(site.op);
        for lane in lanes(mask) {
            let offset = access.offsets[lane];
            Self::words(&mut self.written, self.shift, offset, access, scattered, |word| {
                *word = block;
                true
            });
        }
    }

    /// Lanes have read what nobody has written.
    fn tell(&mut self, site: &Site, access: &MemoryAccess<'_>, missing: u64) {
        if self.kernel.dialect == Dialect::Wgsl {
            if access.kind == AccessKind::Load {
                self.suspect(site, access, missing);
            }
            return;
        }
        let site = Site { mask: missing, ..*site };
        if let Some(read) = self.found.get_mut(&site.op) {
            return read.tally.add(&site);
        }
        let first = missing.trailing_zeros() as usize;
        let start = access.offsets.get(first).copied().unwrap_or(0);
        let scattered = self.kernel.scattered(site.op);
        let block = self.block;
        let byte = Self::words(&mut self.written, self.shift, start, access, scattered, |word| {
            *word == block
        });
        let read = UnwrittenRead {
            tally: Tally::new(site),
            updates: access.kind == AccessKind::Atomic,
            byte: byte.unwrap_or(start),
            used: None,
        };
        self.found.insert(site.op, read);
    }

    /// Wants to know whether what was read is used, word by word.
    fn suspect(&mut self, site: &Site, access: &MemoryAccess<'_>, missing: u64) {
        let (written, shift, block) = (&self.written, self.shift, self.block);
        let unwritten = |leaf: &Leaf, lane: usize| {
            let start = access.offsets[lane].wrapping_add(leaf.offset);
            (start..start.saturating_add(leaf.format.bytes()))
                .any(|byte| written.get((byte >> shift) as usize).is_some_and(|&w| w != block))
        };
        let words = self.kernel.leaves(site.op).iter().map(|leaf| {
            let of_leaf = lanes(missing).filter(|&lane| unwritten(leaf, lane));
            of_leaf.fold(0, |mask: u64, lane| mask | 1 << lane)
        });
        self.suspects.set(site, words.collect());
    }

    fn describe(&self, read: &UnwrittenRead) -> UnlocatedFinding {
        let site = &read.tally.site;
        let threads = self.kernel.threads_of(site.warp, site.mask);
        let name = self.kernel.name(site.op, Space::Shared, read.byte);
        let verb = match (threads.len(), read.updates) {
            (1, true) => "updates",
            (1, false) => "reads",
            (_, true) => "update",
            (_, false) => "read",
        };
        let what = if threads.len() == 1 { name } else { format!("such words, first {name}") };
        let barrier = block_barrier(self.kernel.dialect);
        let (severity, consequence) = match read.used {
            None => (
                Severity::Error,
                format!("in CUDA it holds anything: write it first, and put {barrier} behind."),
            ),
            Some(used) => (
                Severity::Warning,
                format!(
                    "WGSL starts it as zero, and that {}: if the zero is meant, write it there \
                     first, so that a reader sees it; if not, a write is missing, or \
                     {barrier} behind it.",
                    used.words()
                ),
            ),
        };
        UnlocatedFinding {
            kind: FindingKind::Uninit,
            severity,
            message: format!(
                "{} of {} {verb} shared memory that no thread of the block has written: {what}; \
                 {consequence}{}",
                list(&threads),
                block_name(site.block),
                times(read.tally.count)
            ),
            op: site.op,
            other_op: read.used.map(|used| used.op),
            lanes: threads,
            block: Some(site.block),
            address: Some(read.byte.into()),
            step: Some(site.step),
        }
    }
}

impl Observer for UninitDetector {
    fn launch(&mut self, code: &Code, launch: &Launch, buffer_bytes: &[u32]) {
        self.kernel = Arc::new(LaunchedKernel::new(code, launch, buffer_bytes));
        self.turns.clear();
        self.make_room();
    }

    fn block_start(&mut self, block: [u32; 3]) {
        self.take_turn(|turns, state| turns.start(block, state));
        self.make_room();
        if self.blocks == u32::MAX {
            self.written.fill(0);
            self.blocks = 0;
        }
        self.blocks += 1;
        self.block = self.blocks;
    }

    fn block_resume(&mut self, block: [u32; 3]) {
        self.take_turn(|turns, state| turns.resume(block, state));
    }

    fn block_end(&mut self, _block: [u32; 3]) {
        self.turns.end();
    }

    fn access(&mut self, site: &Site, access: &MemoryAccess<'_>) {
        if access.space != Space::Shared {
            return;
        }
        let mask = site.mask & !access.outside;
        let ends = access.offsets.iter().fold(access.bytes, |all, &offset| all | offset);
        while self.shift > 0 && ends & ((1 << self.shift) - 1) != 0 {
            self.refine();
        }
        if !matches!(access.kind, AccessKind::Store | AccessKind::AtomicStore) {
            let missing = self.unwritten(site, access, mask);
            if missing != 0 {
                self.tell(site, access, missing);
            }
        }
        if access.kind.writes() {
            self.mark(site, access, mask);
        }
    }

    #[inline]
    fn follow(&mut self, site: &Site, word: u32) -> u64 {
        self.suspects.lanes(site, word)
    }

    fn used(&mut self, site: &Site, origin: &Origin, how: Use) {
        let Cause::Read { offset, outside: false } = origin.cause else { return };
        let read = Site { op: origin.op, step: origin.step, ..*site };
        match self.found.get_mut(&origin.op) {
            Some(known) => known.tally.add(&read),
            None => {
                let used = Some(FirstUse { op: site.op, how });
                let tally = Tally::new(read);
                let found = UnwrittenRead { tally, updates: false, byte: offset, used };
                self.found.insert(origin.op, found);
            }
        }
    }
}

impl Divisible for UninitDetector {
    fn bytes_needed(&self, code: &Code, _launch: &Launch, _buffer_bytes: &[u32]) -> u64 {
        // A word for each of shared memory.
        code.shared_bytes.into()
    }

    fn part(&self) -> UninitDetector {
        let mut part = UninitDetector { kernel: Arc::clone(&self.kernel), ..UninitDetector::new() };
        part.make_room();
        part
    }

    fn join(&mut self, part: UninitDetector) {
        for (op, read) in part.found {
            match self.found.get_mut(&op) {
                Some(known) => known.tally.join(&read.tally),
                None => drop(self.found.insert(op, read)),
            }
        }
    }
}
