//! A launch: which blocks of a kernel run, and how.

use super::code::Code;
use super::error::RunError;
use super::memory::{Buffers, GlobalMemory, MOST_BUFFER_BYTES};
use super::observer::Observer;
use super::resolve::{self, ResolvedRef};
use super::schedule::Schedule;
use super::vector;
use std::ops::Range;

/// Blocks that start together and take turns all the time, as blocks do that are
/// resident together, so that one can watch them side by side. Each block does by
/// itself what it does alone, in the same order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SideBySide {
    /// The number of the first such block.
    pub first: u64,
    pub count: u64,
    /// Which of them runs next. In order means one after the other, as if they did
    /// not take turns.
    pub schedule: Schedule,
}

impl SideBySide {
    /// Whether a block is one of them.
    pub(super) fn contains(&self, number: u64) -> bool {
        self.schedule != Schedule::InOrder
            && number >= self.first
            && number - self.first < self.count
    }
}

/// The most memory that the machine takes for the registers and the shared memory
/// of a block.
pub(super) const MOST_BYTES: u64 = 1 << 30;

/// How many blocks take turns where nobody watches them.
const BLOCKS_IN_TURNS: u64 = 16;

/// How a kernel is launched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Launch {
    /// Blocks, x, y, z.
    pub grid: [u32; 3],
    /// Lanes of a warp, 1 to 64.
    pub warp_width: u32,
    /// Which warp runs next.
    pub schedule: Schedule,
    /// Give up after so many instructions of all warps.
    pub most_instructions: u64,
    /// How many blocks the device has room for at once.
    pub resident_blocks: u64,
    /// Whether blocks take turns where one waits for another. Without it, a block
    /// that waits for another ends the run with [`RunError::NeedsOthers`].
    pub interleaved: bool,
    /// Whether lanes of a warp that wait leave the others free to go on, as NVIDIA's
    /// GPUs do since Volta. Elsewhere the whole warp waits with them.
    pub independent_threads: bool,
    /// Blocks that take turns even where none waits. Nobody who only counts wants that.
    pub side_by_side: Option<SideBySide>,
}

/// One block of a warp of 32, in order, without limits.
impl Default for Launch {
    fn default() -> Launch {
        Launch {
            grid: [1; 3],
            warp_width: 32,
            schedule: Schedule::InOrder,
            most_instructions: u64::MAX,
            resident_blocks: u64::MAX,
            interleaved: false,
            independent_threads: true,
            side_by_side: None,
        }
    }
}

impl Launch {
    /// How many blocks there are.
    pub fn blocks(&self) -> u64 {
        self.grid.iter().fold(1u64, |product, &count| product.saturating_mul(count.into()))
    }

    /// The same launch when one core runs all blocks: they take turns if they may
    /// have to wait for each other.
    #[must_use]
    pub fn for_one_core(&self, code: &Code) -> Launch {
        let interleaved = self.interleaved || code.may_wait_for_blocks() && self.blocks() > 1;
        Launch { interleaved, ..*self }
    }

    /// The same launch with blocks that take turns even where none waits, if they may come
    /// in any order and atomics may carry something from one to another.
    pub fn in_turns(&self, code: &Code) -> Option<Launch> {
        let is_of_use = self.schedule != Schedule::InOrder
            && self.blocks() > 1
            && code.has_atomics_of_all_blocks();
        // Where blocks wait for others, all that the device has room for must be there.
        let (count, resident_blocks) = match code.may_wait_for_blocks() {
            true => (BLOCKS_IN_TURNS, self.resident_blocks),
            false => (self.blocks(), self.resident_blocks.min(BLOCKS_IN_TURNS)),
        };
        let side_by_side = Some(SideBySide { first: 0, count, schedule: self.schedule });
        is_of_use.then_some(Launch { interleaved: true, side_by_side, resident_blocks, ..*self })
    }

    /// The block with this number, x, y, z.
    pub(super) fn block_at(&self, number: u64) -> [u32; 3] {
        let [x, y, _] = self.grid.map(|count| u64::from(count).max(1));
        [number % x, number / x % y, number / x / y].map(|axis| axis as u32)
    }
}

/// Runs a kernel over a grid, one block after the other, or in turns where one
/// waits for another.
pub fn run<O: Observer>(
    code: &Code,
    launch: &Launch,
    buffers: &mut Buffers,
    observer: &mut O,
) -> Result<(), RunError> {
    let memory = GlobalMemory::new(std::mem::take(buffers));
    let launch = launch.for_one_core(code);
    let blocks = 0..launch.blocks();
    let result = run_blocks(code, &launch, &memory, blocks, observer, &mut || true);
    *buffers = memory.into_contents();
    result.map(|_| ())
}

/// Runs some of a launch's blocks, by their numbers, and returns how many
/// instructions their warps executed. `go_on` is asked every now and then, often
/// enough to stop within milliseconds.
pub fn run_blocks<O: Observer>(
    code: &Code,
    launch: &Launch,
    memory: &GlobalMemory,
    blocks: Range<u64>,
    observer: &mut O,
    go_on: &mut dyn FnMut() -> bool,
) -> Result<u64, RunError> {
    let sizes = code.buffer_bytes(memory);
    if sizes.len() != code.buffers.len() {
        return Err(RunError::Buffers { wanted: code.buffers.len(), given: sizes.len() });
    }
    if let Some((index, bytes)) = memory.oversized() {
        let name = code.buffers[index].name.clone();
        return Err(RunError::Oversized { name, bytes, most: MOST_BUFFER_BYTES });
    }
    let bytes = block_bytes(code, launch.warp_width);
    if bytes > MOST_BYTES {
        return Err(RunError::Memory { bytes, most: MOST_BYTES });
    }
    observer.launch(code, launch, &sizes);
    let memory_refs = resolve::resolve(code, &sizes);
    let task =
        Task { code, launch, memory_refs: &memory_refs, buffer_bytes: &sizes, memory, blocks };
    match launch.warp_width {
        1..=32 => vector::run::<32, O>(&task, observer, go_on),
        33..=64 => vector::run::<64, O>(&task, observer, go_on),
        width => Err(RunError::Width(width)),
    }
}

/// Bytes that the machine needs for the registers and the shared memory of a
/// block.
pub fn block_bytes(code: &Code, warp_width: u32) -> u64 {
    let threads = code.block.iter().fold(1u64, |product, &n| product.saturating_mul(n.into()));
    let lanes = if warp_width <= 32 { 32 } else { 64 };
    threads
        .div_ceil(warp_width.max(1).into())
        .saturating_mul(lanes * 4)
        .saturating_mul(u64::from(code.registers) + 2)
        .saturating_add(code.shared_bytes.into())
}

/// What is to be run.
pub(super) struct Task<'a> {
    pub(super) code: &'a Code,
    pub(super) launch: &'a Launch,
    pub(super) memory_refs: &'a [ResolvedRef],
    pub(super) buffer_bytes: &'a [u32],
    pub(super) memory: &'a GlobalMemory,
    pub(super) blocks: Range<u64>,
}
