//! Reads of shared memory that no thread of the block has written.
//!
//! Each word remembers the number of the last block that wrote it, so that
//! nothing is cleared when a block starts.

use super::Divisible;
use super::finding::UnlocatedFinding;
use super::kernel::{LaunchedKernel, block_name, lanes, list, side_by_side, times};
use super::turns::BlockStates;
use crate::finding::{FindingKind, Severity};
use crate::sim::code::{Code, Leaf};
use crate::sim::{AccessKind, Launch, MemoryAccess, Observer, Site, Space};
use std::collections::BTreeMap;
use std::sync::Arc;

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
    /// What was found, by instruction, and how many accesses of lanes there were.
    found: BTreeMap<u32, (UnlocatedFinding, u64)>,
}

impl UninitDetector {
    pub fn new() -> UninitDetector {
        UninitDetector::default()
    }

    /// One finding for each instruction.
    pub fn findings(&self) -> Vec<UnlocatedFinding> {
        let with_count = |(found, count): &(UnlocatedFinding, u64)| {
            let mut found = found.clone();
            found.message.push_str(&times(*count));
            found
        };
        self.found.values().map(with_count).collect()
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

    fn tell(&mut self, site: &Site, access: &MemoryAccess<'_>, missing: u64) {
        let more = u64::from(missing.count_ones());
        if let Some((_, count)) = self.found.get_mut(&site.op) {
            *count += more;
            return;
        }
        let first = missing.trailing_zeros() as usize;
        let start = access.offsets.get(first).copied().unwrap_or(0);
        let scattered = self.kernel.scattered(site.op);
        let block = self.block;
        let byte = Self::words(&mut self.written, self.shift, start, access, scattered, |word| {
            *word == block
        });
        let byte = byte.unwrap_or(start);
        let threads = self.kernel.threads_of(site.warp, missing);
        let name = self.kernel.name(site.op, Space::Shared, byte);
        let (subject, verb) = match (threads.len(), access.kind) {
            (1, AccessKind::Atomic) => (list(&threads), "updates"),
            (1, _) => (list(&threads), "reads"),
            (_, AccessKind::Atomic) => (list(&threads), "update"),
            (_, _) => (list(&threads), "read"),
        };
        let what = if threads.len() == 1 { name } else { format!("such words, first {name}") };
        let found = UnlocatedFinding {
            kind: FindingKind::Uninit,
            severity: Severity::Error,
            message: format!(
                "{subject} of {} {verb} shared memory that no thread of the block has written: \
                 {what}; it holds zero in WGSL, but anything in CUDA: write it first, and put \
                 a barrier behind.",
                block_name(site.block)
            ),
            op: site.op,
            other_op: None,
            lanes: threads,
            block: Some(site.block),
            address: Some(byte.into()),
            step: Some(site.step),
        };
        self.found.insert(site.op, (found, more));
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
}

impl Divisible for UninitDetector {
    fn part(&self) -> UninitDetector {
        let mut part = UninitDetector { kernel: Arc::clone(&self.kernel), ..UninitDetector::new() };
        part.make_room();
        part
    }

    fn join(&mut self, part: UninitDetector) {
        for (op, (found, more)) in part.found {
            self.found.entry(op).or_insert((found, 0)).1 += more;
        }
    }
}
