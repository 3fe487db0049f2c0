//! State of a block's warps at a moment.

use super::column::{Column, lanes};
use super::event::{Change, Event, EventSite, TracedAccess};
use super::message::PackedMemory;
use super::writers::Writers;
use crate::sim::Space;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// What all blocks of a launch have in common.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Shape {
    pub threads: u32,
    pub warp_width: u32,
    /// Bytes of a block's shared memory.
    pub shared_bytes: u32,
}

impl Shape {
    pub fn warps(&self) -> u32 {
        self.threads.div_ceil(self.warp_width.max(1))
    }

    /// The lanes of a warp that have a thread.
    pub fn lanes(&self, warp: u32) -> u64 {
        let before = u64::from(warp) * u64::from(self.warp_width);
        let count = u64::from(self.threads).saturating_sub(before).min(self.warp_width.into());
        (1u64.checked_shl(count as u32).unwrap_or(0)).wrapping_sub(1)
    }
}

/// What a warp can do next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Status {
    Ready,
    /// Wait for the block's other warps at a barrier.
    Waiting,
    /// Nothing: it has ended.
    Done,
}

/// The state of a block.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct BlockState {
    /// The block, x, y, z.
    pub block: [u32; 3],
    pub warps: Vec<WarpState>,
    pub shared: Memory,
    /// Who has written the words of shared memory.
    pub writers: Writers,
}

/// The state of a warp.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct WarpState {
    /// The instruction that it executed last.
    pub op: Option<u32>,
    /// The lanes that took part in it; before the first instruction all lanes.
    pub mask: u64,
    /// If that was a branch, the lanes that took it.
    pub taken: Option<u64>,
    /// What it can do next.
    pub status: Status,
    /// What its registers hold, as far as it is known.
    pub registers: Registers,
}

/// Registers of a warp. What a register holds is known in those lanes in which it
/// has changed since the block started. Copies share what has not changed since: of
/// many warps few change between two positions that are near.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Registers {
    columns: Arc<Vec<KnownColumn>>,
    width: usize,
}

/// What is known of a register.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
struct KnownColumn {
    /// The lanes in which it is known.
    known: u64,
    /// What it holds in each lane; none where it was never given anything.
    #[serde(with = "crate::bytes")]
    words: Box<[u32]>,
}

impl Registers {
    /// How many there are, counting to the last that is known.
    pub fn len(&self) -> usize {
        self.columns.len()
    }

    pub fn is_empty(&self) -> bool {
        self.columns.is_empty()
    }

    /// The lanes in which a register is known, and what it holds in each lane;
    /// nothing if it is known in none.
    pub fn column(&self, register: u32) -> Option<(u64, &[u32])> {
        let KnownColumn { known, words } = self.columns.get(register as usize)?;
        (*known != 0).then_some((*known, words))
    }

    /// What a register holds in a lane, if that is known.
    pub fn get(&self, register: u32, lane: u32) -> Option<u32> {
        let (known, words) = self.column(register)?;
        let is_known = known.checked_shr(lane).is_some_and(|known| known & 1 == 1);
        words.get(lane as usize).copied().filter(|_| is_known)
    }

    fn set(&mut self, register: u32, mask: u64, column: &Column) {
        let register = register as usize;
        let columns = Arc::make_mut(&mut self.columns);
        if register >= columns.len() {
            columns.resize_with(register + 1, KnownColumn::default);
        }
        let KnownColumn { known, words } = &mut columns[register];
        if words.is_empty() {
            *words = vec![0; self.width].into();
        }
        *known |= mask;
        for (lane, word) in words.iter_mut().enumerate() {
            if mask >> lane & 1 == 1 {
                *word = column[lane];
            }
        }
    }

    fn bytes(&self) -> usize {
        let filled = self.columns.iter().filter(|column| column.known != 0).count();
        self.columns.len() * size_of::<KnownColumn>() + filled * self.width * 4
    }
}

/// Memory, as words that may not be known. Copies are one until either changes.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(into = "PackedMemory", try_from = "PackedMemory")]
pub struct Memory {
    words: Arc<Vec<u32>>,
    unknown: Arc<Vec<bool>>,
}

impl Memory {
    pub fn new(words: Vec<u32>) -> Memory {
        Memory { unknown: Arc::new(vec![false; words.len()]), words: Arc::new(words) }
    }

    /// Memory of which these words are not known; nothing where one of them is not there.
    pub(super) fn with_unknown(words: Vec<u32>, unknown: &[u32]) -> Option<Memory> {
        let mut memory = Memory::new(words);
        let is_unknown = Arc::make_mut(&mut memory.unknown);
        for &index in unknown {
            *is_unknown.get_mut(index as usize)? = true;
        }
        Some(memory)
    }

    /// All words, and the numbers of those that are not known.
    pub(super) fn parts(&self) -> (&[u32], impl Iterator<Item = u32>) {
        let unknown = (0..).zip(self.unknown.iter()).filter(|(_, is_unknown)| **is_unknown);
        (&self.words, unknown.map(|(index, _)| index))
    }

    /// How many words there are.
    pub fn len(&self) -> usize {
        self.words.len()
    }

    pub fn is_empty(&self) -> bool {
        self.words.is_empty()
    }

    /// A word, if it is known. It is not where a store has written something with
    /// holes between its parts.
    pub fn word(&self, index: usize) -> Option<u32> {
        self.words.get(index).copied().filter(|_| !self.unknown[index])
    }

    /// Does what an access does to this memory.
    pub(super) fn apply(&mut self, access: &TracedAccess) {
        if !access.kind.writes() {
            return;
        }
        let is_known = access.values.len() == access.bytes.div_ceil(4) as usize;
        let is_whole = access.bytes.is_multiple_of(4);
        for lane in lanes(access.mask & !access.outside) {
            let offset = access.offsets[lane as usize];
            let first = offset as usize / 4;
            if is_known && is_whole && offset.is_multiple_of(4) {
                for (index, column) in access.values.iter().enumerate() {
                    self.set(first + index, Some(column[lane as usize]));
                }
            } else if is_known {
                let words = access.values.iter().map(|column| column[lane as usize]);
                let bytes = words.flat_map(u32::to_le_bytes).take(access.bytes as usize);
                for (at, byte) in bytes.enumerate() {
                    self.set_byte(offset as usize + at, byte);
                }
            } else {
                let last = (offset as usize + access.bytes.saturating_sub(1) as usize) / 4;
                // A nonsensical size must not keep us busy behind the end.
                for index in first..=last.min(self.words.len()) {
                    self.set(index, None);
                }
            }
        }
    }

    /// A byte of a word; where nothing is known of the others, it stays so.
    fn set_byte(&mut self, at: usize, byte: u8) {
        if let Some(word) = self.word(at / 4) {
            let below = 8 * (at % 4);
            self.set(at / 4, Some(word & !(0xff << below) | u32::from(byte) << below));
        }
    }

    fn set(&mut self, index: usize, word: Option<u32>) {
        if index >= self.words.len() {
            return;
        }
        let (words, unknown) = (Arc::make_mut(&mut self.words), Arc::make_mut(&mut self.unknown));
        if let (Some(target), Some(unknown)) = (words.get_mut(index), unknown.get_mut(index)) {
            *target = word.unwrap_or(0);
            *unknown = word.is_none();
        }
    }
}

impl BlockState {
    /// A block that has just started.
    pub(super) fn new(shape: &Shape, block: [u32; 3]) -> BlockState {
        let warps = (0..shape.warps())
            .map(|warp| WarpState {
                op: None,
                mask: shape.lanes(warp),
                taken: None,
                status: Status::Ready,
                registers: Registers { columns: Arc::default(), width: shape.warp_width as usize },
            })
            .collect();
        let words = vec![0; shape.shared_bytes.div_ceil(4) as usize];
        let writers = Writers::new(words.len());
        BlockState { block, warps, shared: Memory::new(words), writers }
    }

    /// Takes over what an event changes.
    pub(super) fn apply(&mut self, site: EventSite, event: &Event) {
        if *event == Event::Barrier {
            for warp in self.warps.iter_mut().filter(|warp| warp.status == Status::Waiting) {
                warp.status = Status::Ready;
            }
            return;
        }
        let Some(warp) = self.warps.get_mut(site.warp as usize) else { return };
        match event {
            Event::Instruction => {
                (warp.op, warp.mask, warp.taken) = (Some(site.op), site.mask, None);
            }
            Event::Access(access) if access.space == Space::Shared => {
                self.shared.apply(access);
                self.writers.apply(site.warp, access);
            }
            Event::Updated(access) if access.space == Space::Shared => self.shared.apply(access),
            Event::Branch(taken) => warp.taken = Some(*taken),
            Event::Arrive => warp.status = Status::Waiting,
            Event::Change(Change { mask, first, columns, .. }) => {
                for (register, column) in (*first..).zip(columns) {
                    warp.registers.set(register, *mask, column);
                }
            }
            Event::End => warp.status = Status::Done,
            Event::Access(_)
            | Event::Updated(_)
            | Event::Barrier
            | Event::WarpBarrier
            | Event::InBlock(_)
            | Event::Exchange(_) => {}
        }
    }

    /// About how much memory a copy takes.
    pub(super) fn bytes(&self) -> usize {
        let registers: usize = self.warps.iter().map(|warp| warp.registers.bytes()).sum();
        registers + self.warps.len() * size_of::<WarpState>() + self.shared.len() * 7
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::observe::MOST_LANES;
    use crate::sim::{AccessKind, Space};

    #[test]
    fn bytes_are_put_beside_what_is_known() {
        let check = |offset: u32, bytes: u32, values: &[u32], expected: [Option<u32>; 2]| {
            let mut memory = Memory::new(vec![0x1111_1111, 0x2222_2222]);
            memory.apply(&TracedAccess {
                space: Space::Shared,
                kind: AccessKind::Store,
                mask: 1,
                offsets: [offset; MOST_LANES],
                bytes,
                outside: 0,
                values: values.iter().map(|&value| [value; MOST_LANES]).collect(),
            });
            assert_eq!([memory.word(0), memory.word(1)], expected, "{bytes} bytes at {offset}");
        };
        check(1, 1, &[0xab], [Some(0x1111_ab11), Some(0x2222_2222)]);
        check(6, 2, &[0xabcd], [Some(0x1111_1111), Some(0xabcd_2222)]);
        check(4, 4, &[5], [Some(0x1111_1111), Some(5)]);
        // A structure of three bytes across the end of a word.
        check(2, 3, &[0x00ab_cdef], [Some(0xcdef_1111), Some(0x2222_22ab)]);
        check(4, 8, &[], [Some(0x1111_1111), None]);
    }
}
