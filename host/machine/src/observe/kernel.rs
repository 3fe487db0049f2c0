//! Kernel facts that detectors keep while it runs: how its variables are called and how its
//! accesses are laid out.
//!
//! This is the only file of the detectors that reads [`MemoryRef`]s.

use crate::sim::code::{
    BarrierScope, BufferSlot, Code, DynamicIndex, Format, IndexLimit, Leaf, MemoryRef, Op, Reg,
    Root, SharedVariable, Update, Variable,
};
use crate::sim::{Launch, Space};
use std::collections::BTreeMap;
use std::ops::Range;
use warpbench_semantics::Dialect;

/// A kernel and its launch, as far as a message needs them.
#[derive(Clone, Debug, Default)]
pub(super) struct LaunchedKernel {
    buffers: Vec<BufferSlot>,
    /// The sizes of the buffers.
    pub(super) buffer_bytes: Vec<u32>,
    shared: Vec<SharedVariable>,
    variables: Vec<Variable>,
    /// The size of shared memory.
    pub(super) shared_bytes: u32,
    /// For each instruction the memory reference that it accesses, if any.
    memory_refs: Vec<Option<MemoryRef>>,
    pub(super) width: u32,
    pub(super) threads: u32,
    pub(super) dialect: Dialect,
    /// Blocks of the launch, x, y, z.
    grid: [u32; 3],
    updates: Vec<Update>,
    /// Whether lanes of a warp go their own ways, as since Volta.
    pub(super) independent_threads: bool,
    /// Whether each instruction lies in a branch that the text has.
    branches: Vec<bool>,
    /// What the barriers of the block order, by instruction.
    pub(super) barriers: BTreeMap<u32, BarrierScope>,
}

/// For each instruction whether it lies in a branch that the text has.
fn branches(code: &Code) -> Vec<bool> {
    let mut open = Vec::new();
    let mut inside = Vec::with_capacity(code.ops.len());
    for op in &code.ops {
        match *op {
            Op::EndIf { .. } | Op::EndSwitch { .. } => {
                open.pop();
            }
            Op::If { written, .. } => open.push(written),
            Op::Switch => open.push(true),
            _ => {}
        }
        inside.push(open.contains(&true));
    }
    inside
}

impl LaunchedKernel {
    pub(super) fn new(code: &Code, launch: &Launch, buffer_bytes: &[u32]) -> LaunchedKernel {
        let memory_ref = |op: &Op| match *op {
            Op::Load { memory_ref, .. }
            | Op::Store { memory_ref, .. }
            | Op::Atomic { memory_ref, .. }
            | Op::CompareExchange { memory_ref, .. }
            | Op::AtomicLoad { memory_ref, .. }
            | Op::AtomicStore { memory_ref, .. } => {
                code.memory_refs.get(memory_ref as usize).cloned()
            }
            _ => None,
        };
        let barrier = |(at, op): (u32, &Op)| match *op {
            Op::Barrier(scope) => Some((at, scope)),
            _ => None,
        };
        LaunchedKernel {
            buffers: code.buffers.clone(),
            buffer_bytes: buffer_bytes.to_vec(),
            shared: code.shared.clone(),
            variables: code.variables.clone(),
            shared_bytes: code.shared_bytes,
            memory_refs: code.ops.iter().map(memory_ref).collect(),
            width: launch.warp_width.max(1),
            threads: code.block.iter().fold(1, |all: u32, &side| all.saturating_mul(side)),
            dialect: code.dialect,
            grid: launch.grid,
            updates: code.updates.clone(),
            independent_threads: launch.independent_threads,
            branches: branches(code),
            barriers: (0..).zip(&code.ops).filter_map(barrier).collect(),
        }
    }

    /// Whether an instruction lies in a branch, so that not all threads need come to it.
    pub(super) fn is_in_branch(&self, op: u32) -> bool {
        self.branches.get(op as usize).copied().unwrap_or(false)
    }

    /// The number of warps in a block.
    pub(super) fn warps(&self) -> u32 {
        self.threads.div_ceil(self.width.max(1)).max(1)
    }

    /// A lane's thread of the block.
    pub(super) fn thread(&self, warp: u32, lane: u32) -> u32 {
        warp.saturating_mul(self.width).saturating_add(lane)
    }

    /// The lanes of a warp that the block has threads for.
    pub(super) fn lanes_of(&self, warp: u32) -> u64 {
        let first = warp.saturating_mul(self.width);
        match self.threads.saturating_sub(first).min(self.width) {
            0 => 0,
            lanes => u64::MAX >> (64 - lanes.min(64)),
        }
    }

    /// The threads of the block behind a mask of a warp.
    pub(super) fn threads_of(&self, warp: u32, mask: u64) -> Vec<u32> {
        lanes(mask).map(|lane| self.thread(warp, lane as u32)).collect()
    }

    /// The words that an instruction accesses, by their place from its start.
    pub(super) fn leaves(&self, op: u32) -> &[Leaf] {
        let memory_ref = self.memory_refs.get(op as usize).and_then(Option::as_ref);
        memory_ref.map_or(&[], |memory_ref| &memory_ref.leaves)
    }

    /// Where the words of an access lie, in bytes from its start, if there are
    /// holes between them or they differ in size: the padding of a structure is
    /// not accessed.
    pub(super) fn scattered(&self, op: u32) -> Option<&[Leaf]> {
        let leaves = &self.memory_refs.get(op as usize)?.as_ref()?.leaves;
        let follows = |pair: &[Leaf]| {
            pair[0].offset.checked_add(pair[0].format.bytes()) == Some(pair[1].offset)
                && pair[0].format == pair[1].format
        };
        let packed = leaves.windows(2).all(follows);
        (!packed).then_some(leaves)
    }

    /// The scalar of an access that a byte belongs to, counted from the access's
    /// start: its number among the registers, and itself.
    pub(super) fn leaf(&self, op: u32, byte: u32) -> Option<(usize, Leaf)> {
        let Some(Some(memory_ref)) = self.memory_refs.get(op as usize) else {
            // An access by hand is of words.
            let offset = byte / 4 * 4;
            return Some((offset as usize / 4, Leaf { offset, format: Format::Word }));
        };
        let leaves = &memory_ref.leaves;
        let holds = |leaf: &Leaf| {
            byte.checked_sub(leaf.offset).is_some_and(|byte| byte < leaf.format.bytes())
        };
        leaves.iter().copied().enumerate().find(|(_, leaf)| holds(leaf))
    }

    /// Whether the kernel may write to a buffer.
    pub(super) fn is_writable(&self, buffer: usize) -> bool {
        self.buffers.get(buffer).is_none_or(|slot| slot.writable)
    }

    /// The name of the memory that the first access from an instruction on is to.
    pub(super) fn next_memory(&self, op: u32) -> String {
        let rest = self.memory_refs.get(op as usize..).unwrap_or_default();
        let is_memory = |found: &&MemoryRef| !matches!(found.root, Root::Local(_));
        match rest.iter().flatten().find(is_memory) {
            Some(MemoryRef { root: Root::Buffer(buffer), .. }) => {
                format!("`{}`", self.buffer_name(*buffer as usize))
            }
            Some(found) => self.name(op, Space::Shared, found.offset),
            None => "its memory".to_owned(),
        }
    }

    /// A buffer's name.
    pub(super) fn buffer_name(&self, buffer: usize) -> &str {
        self.buffers.get(buffer).map_or("a buffer", |slot| &slot.name)
    }

    /// What both instructions are parts of, if they change a word together.
    pub(super) fn update(&self, a: u32, b: u32) -> Option<&Update> {
        let has = |update: &Update, op: u32| update.load == op || update.store == op;
        self.updates.iter().find(|update| has(update, a) && has(update, b))
    }

    /// A block's number in the grid.
    pub(super) fn block_number(&self, [x, y, z]: [u32; 3]) -> u32 {
        let [width, height, _] = self.grid;
        z.wrapping_mul(height).wrapping_add(y).wrapping_mul(width).wrapping_add(x)
    }

    /// The variable around a byte: its name, where it starts and its size.
    fn variable(&self, space: Space, byte: u32) -> (&str, u32, u32) {
        match space {
            Space::Global(buffer) => {
                let bytes = self.buffer_bytes.get(buffer as usize).copied().unwrap_or(0);
                let slot = self.buffers.get(buffer as usize);
                (slot.map_or("a buffer", |slot| &slot.name), 0, bytes)
            }
            _ => {
                let inside =
                    |v: &&SharedVariable| byte.checked_sub(v.offset).is_some_and(|b| b < v.bytes);
                match self.shared.iter().find(inside) {
                    Some(variable) => (&variable.name, variable.offset, variable.bytes),
                    None => ("shared memory", 0, 0),
                }
            }
        }
    }

    /// What the source would call the scalar at a byte that an instruction
    /// accesses: `tile[3][4]`, or the word by its number where the source does
    /// not index the variable from its start.
    pub(super) fn name(&self, op: u32, space: Space, byte: u32) -> String {
        let (name, start, bytes) = self.variable(space, byte);
        let memory_ref = self.memory_refs.get(op as usize).and_then(Option::as_ref);
        match memory_ref {
            Some(MemoryRef { by_byte: true, .. }) => {
                format!("`{name}` (byte {})", byte - start.min(byte))
            }
            Some(memory_ref) if memory_ref.offset == start && !memory_ref.indices.is_empty() => {
                let mut rest = byte - start.min(byte);
                let mut text = name.to_owned();
                for index in &memory_ref.indices {
                    let stride = index.stride.max(1);
                    text.push_str(&format!("[{}]", rest / stride));
                    rest %= stride;
                }
                format!("`{text}`")
            }
            _ if bytes <= 4 => format!("`{name}`"),
            _ => format!("`{name}` (word {})", (byte - start.min(byte)) / 4),
        }
    }

    /// What an instruction that leaves an array wants, given the offset that it
    /// came to: the variable, and what is wrong with the index.
    pub(super) fn outside(&self, op: u32, byte: u32) -> (String, String) {
        let memory_ref = self.memory_refs.get(op as usize).and_then(Option::as_ref);
        let Some(memory_ref) = memory_ref else {
            return ("an array".to_owned(), format!("byte {byte}"));
        };
        // The offset may lie anywhere, the start of the reference does not.
        let named = |space| format!("`{}`", self.variable(space, memory_ref.offset).0);
        let name = match memory_ref.root {
            Root::Buffer(buffer) => named(Space::Global(buffer)),
            Root::Shared => named(Space::Shared),
            Root::Local(first) => self.own(first),
        };
        let counts: Vec<u32> =
            memory_ref.indices.iter().map(|index| self.count(index, memory_ref.root)).collect();
        let problem = match (&memory_ref.indices[..], &counts[..]) {
            ([index], [count]) if memory_ref.by_byte => {
                let place = byte.wrapping_sub(memory_ref.offset);
                format!("byte {place} of {}", count.saturating_mul(index.stride))
            }
            ([index], [count]) => {
                // A multiplication by the stride has wrapped around for indices
                // below zero, so the sign is that of the distance.
                let distance = byte.wrapping_sub(memory_ref.offset) as i32;
                let index = i64::from(distance) / i64::from(index.stride.max(1));
                let index = if index < 0 || u64::from(byte) < u64::from(memory_ref.offset) {
                    format!("{} (as u32: {})", index, index as i32 as u32)
                } else {
                    index.to_string()
                };
                format!("index {index} of an array of {count}")
            }
            _ => {
                let counts: Vec<String> = counts.iter().map(u32::to_string).collect();
                format!("an index that is too large for one of {}", counts.join(" x "))
            }
        };
        (name, problem)
    }

    /// The variable of a thread's own that starts with a register.
    fn own(&self, first: Reg) -> String {
        let variable = self.variables.iter().find(|variable| variable.register == first);
        let name = variable.and_then(|variable| variable.name.split(['.', '[']).next());
        name.map_or("an array".to_owned(), |name| format!("`{name}`"))
    }

    /// How many elements an array has.
    fn count(&self, index: &DynamicIndex, root: Root) -> u32 {
        match (index.limit, root) {
            (IndexLimit::Fixed(count), _) => count,
            (IndexLimit::Rest { offset }, Root::Buffer(buffer)) => {
                let bytes = self.buffer_bytes.get(buffer as usize).copied().unwrap_or(0);
                bytes.saturating_sub(offset) / index.stride.max(1)
            }
            (IndexLimit::Rest { .. }, _) => 0,
        }
    }
}

/// The numbers of the lanes in a mask.
pub(super) fn lanes(mut mask: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let lane = mask.trailing_zeros();
        mask &= mask.checked_sub(1)?;
        Some(lane as usize)
    })
}

/// The words that the first lanes access side by side, if they do and no other
/// lane takes part: the usual case, which can be looked at as a whole.
pub(super) fn side_by_side(mask: u64, offsets: &[u32], shift: u32) -> Option<Range<usize>> {
    let count = mask.trailing_ones();
    let &first = offsets.first()?;
    if mask != u64::MAX >> (64 - count.max(1)) {
        return None;
    }
    let mut expected = first;
    let mut apart = 0;
    for &offset in offsets.get(..count as usize)? {
        apart |= offset ^ expected;
        expected = expected.wrapping_add(1 << shift);
    }
    let start = (first >> shift) as usize;
    (apart == 0).then_some(start..start + count as usize)
}

/// Says behind the first of some threads which they all are, if there are more.
pub(super) fn do_so_here(threads: &[u32]) -> String {
    match threads {
        [] | [_] => String::new(),
        _ => format!(" ({} do so here)", list(threads)),
    }
}

/// Threads as a reader would list them: runs are joined, long lists are cut.
pub(super) fn list(threads: &[u32]) -> String {
    const MOST: usize = 4;
    let mut runs: Vec<(u32, u32)> = Vec::new();
    for &thread in threads {
        match runs.last_mut() {
            Some((_, last)) if *last + 1 == thread => *last = thread,
            _ => runs.push((thread, thread)),
        }
    }
    let texts: Vec<String> = runs
        .iter()
        .take(MOST)
        .map(|&(first, last)| match last - first {
            0 => first.to_string(),
            1 => format!("{first}, {last}"),
            _ => format!("{first} to {last}"),
        })
        .collect();
    let noun = if threads.len() == 1 { "thread" } else { "threads" };
    let rest = if runs.len() > MOST {
        format!(" and more, {} in all", threads.len())
    } else {
        String::new()
    };
    format!("{noun} {}{rest}", texts.join(", "))
}

/// A block as a reader would name it.
pub(super) fn block_name([x, y, z]: [u32; 3]) -> String {
    match (y, z) {
        (0, 0) => format!("block {x}"),
        (_, 0) => format!("block ({x}, {y})"),
        _ => format!("block ({x}, {y}, {z})"),
    }
}

/// How often something happened, as the end of a message.
pub(super) fn times(count: u64) -> String {
    if count > 1 { format!(" This happened {count} times.") } else { String::new() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn threads_are_listed_in_runs() {
        let check = |threads: &[u32], expected: &str| assert_eq!(list(threads), expected);
        check(&[5], "thread 5");
        check(&[3, 5], "threads 3, 5");
        check(&[3, 4], "threads 3, 4");
        check(&[32, 33, 34, 40], "threads 32 to 34, 40");
        check(&[0, 2, 4, 6, 8, 10], "threads 0, 2, 4, 6 and more, 6 in all");
    }

    #[test]
    fn lanes_side_by_side_are_seen() {
        let offsets: Vec<u32> = (0..32).map(|lane| 64 + 4 * lane).collect();
        let check = |mask, expected| assert_eq!(side_by_side(mask, &offsets, 2), expected);
        check(u64::from(u32::MAX), Some(16..48));
        check(1, Some(16..17));
        check(0xff, Some(16..24));
        check(0xfe, None);
        check(0, None);
        assert_eq!(side_by_side(3, &offsets, 1), None);
        assert_eq!(side_by_side(3, &[u32::MAX - 3, 0], 2), Some(0x3fff_ffff..0x4000_0001));
    }

    #[test]
    fn the_last_warp_may_be_partly_filled() {
        let kernel = LaunchedKernel { width: 32, threads: 40, ..LaunchedKernel::default() };
        assert_eq!((kernel.warps(), kernel.lanes_of(0)), (2, u64::from(u32::MAX)));
        assert_eq!((kernel.lanes_of(1), kernel.lanes_of(2)), (0xff, 0));
    }
}
