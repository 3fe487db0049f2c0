//! Loops, and what their end depends on.
//!
//! Whether lanes ever leave a loop is decided by few of its instructions: the
//! conditions under which they leave, whatever those are computed from within the
//! loop, and the conditions around that. This slice of the loop is found here, with
//! the memories that it reads. What the loop does besides, such as counting rounds
//! for somebody else, neither ends it nor keeps it from ending.

mod counting;
mod flow;

use super::{Code, Op, Reg, Root};
use flow::{Flow, Kind};
use std::collections::{HashMap, HashSet};

pub use counting::{Comparison, Counting};

/// Loops that carry more registers than this from round to round are not kept
/// track of: comparing them would take longer than running them.
const MOST_CARRIED: usize = 1 << 10;

/// A loop of the code.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Loop {
    /// Its first instruction, behind [`Op::Loop`].
    pub start: u32,
    /// Its [`Op::EndLoop`].
    pub end: u32,
    /// The registers that its end depends on.
    pub slice: Vec<Reg>,
    /// Those of them that a round takes over from the round before.
    pub carried: Vec<Reg>,
    /// The memories that its end depends on and that the kernel writes, here or
    /// elsewhere: buffers and shared memory.
    pub memories: Vec<Root>,
    /// The instructions that read them.
    pub loads: Vec<u32>,
    /// The instructions that read memory which the kernel does not write.
    pub constant_loads: Vec<u32>,
    /// Whether what these instructions refer to is the same in every round that
    /// leaves the carried registers as they were.
    pub loads_are_fixed: bool,
    /// Whether lanes meet others at a barrier in it.
    pub meets: bool,
    /// Whether there is little enough to compare.
    pub is_small: bool,
    /// Whether lanes can leave it at all.
    pub has_exit: bool,
    /// A comparison that its end depends on, whose outcome is always the same.
    pub foregone: Option<u32>,
    /// How it counts, if it does nothing else that decides about its end.
    pub counting: Option<Counting>,
}

impl Loop {
    /// Whether another loop lies within this one.
    pub fn encloses(&self, other: &Loop) -> bool {
        self.start <= other.start && other.end < self.end
    }
}

/// Finds the loops of a code, in the order of their ends, and marks those that
/// others can end.
pub(in crate::sim) fn find(code: &mut Code) {
    if !code.ops.contains(&Op::Loop) {
        return;
    }
    let flow = Flow::of(code);
    let mut loops = Vec::new();
    for end in 0..code.ops.len() {
        if let Op::EndLoop { start, .. } = code.ops[end] {
            let found = Slice::of(code, &flow, start as usize, end);
            loops.push(found);
        }
    }
    for found in &loops {
        if let Op::EndLoop { waits, .. } = &mut code.ops[found.end as usize] {
            *waits = !found.memories.is_empty();
        }
    }
    code.loops = loops;
}

/// The slice of a loop while it grows.
struct Slice<'a> {
    code: &'a Code,
    flow: &'a Flow,
    start: usize,
    end: usize,
    /// The units of registers that count.
    registers: HashSet<Reg>,
    /// Units whose writers have not been looked at.
    pending: Vec<Reg>,
    /// Where slice registers are read.
    reads: HashMap<Reg, Vec<usize>>,
    ops: HashSet<usize>,
    constructs: HashSet<usize>,
    memories: Vec<Root>,
    loads: Vec<u32>,
    constant_loads: Vec<u32>,
    has_exit: bool,
    foregone: Option<u32>,
}

impl Slice<'_> {
    fn of(code: &Code, flow: &Flow, start: usize, end: usize) -> Loop {
        let mut slice = Slice {
            code,
            flow,
            start,
            end,
            registers: HashSet::new(),
            pending: Vec::new(),
            reads: HashMap::new(),
            ops: HashSet::new(),
            constructs: HashSet::new(),
            memories: Vec::new(),
            loads: Vec::new(),
            constant_loads: Vec::new(),
            has_exit: false,
            foregone: None,
        };
        for at in start..end {
            let Some(&target) = flow.targets.get(&at) else { continue };
            // Jumps within the loop count when something that counts depends on them.
            if target.is_none_or(|target| flow.constructs[target].start < start) {
                slice.has_exit |= flow.can_leave(&code.ops[at]);
                slice.need_jump(at);
            }
        }
        while let Some(register) = slice.pending.pop() {
            for &writer in flow.writers.get(&register).into_iter().flatten() {
                slice.need_op(writer as usize);
            }
        }
        slice.finish()
    }

    fn is_inside(&self, at: usize) -> bool {
        (self.start..self.end).contains(&at)
    }

    fn need_register(&mut self, register: Reg, reader: usize) {
        let register = self.flow.units.unit(register);
        self.reads.entry(register).or_default().push(reader);
        if self.registers.insert(register) {
            self.pending.push(register);
        }
    }

    /// A jump that decides who is where.
    fn need_jump(&mut self, at: usize) {
        if self.ops.insert(at) {
            if let Op::BreakIf { condition, .. } = self.code.ops[at] {
                self.need_register(condition, at);
            }
            self.need_way_to(at);
        }
    }

    /// An instruction that makes something that counts.
    fn need_op(&mut self, at: usize) {
        if !self.is_inside(at) || !self.ops.insert(at) {
            return;
        }
        let flow = self.flow;
        self.need_way_to(at);
        let operands = &flow.operands[at];
        if flow.is_foregone(&self.code.ops[at]) {
            self.foregone = Some(at as u32);
        } else {
            for unit in operands.reads.iter().flat_map(|run| flow.units.of_range(run)) {
                self.need_register(unit, at);
            }
        }
        let memory_ref = operands.memory_ref.and_then(|i| self.code.memory_refs.get(i as usize));
        let Some(memory_ref) = memory_ref else { return };
        if matches!(memory_ref.root, Root::Local(_)) {
            return;
        }
        let reads = !matches!(self.code.ops[at], Op::Store { .. } | Op::AtomicStore { .. });
        if flow.stores.iter().any(|&(root, _)| root == memory_ref.root) {
            if reads {
                self.loads.push(at as u32);
            }
            self.need_memory(memory_ref.root);
        } else {
            self.constant_loads.push(at as u32);
        }
    }

    /// A memory that counts: so does everything that the loop writes there.
    fn need_memory(&mut self, memory: Root) {
        if !self.memories.contains(&memory) {
            self.memories.push(memory);
            for &(root, store) in &self.flow.stores {
                if root == memory {
                    self.need_op(store);
                }
            }
        }
    }

    /// What decides whether lanes come to an instruction.
    fn need_way_to(&mut self, at: usize) {
        let flow = self.flow;
        for id in flow.ancestors(flow.around[at]) {
            let construct = flow.constructs[id];
            if construct.start < self.start {
                break;
            }
            if let Kind::Branch { condition } = construct.kind {
                self.need_register(condition, construct.start);
            } else if self.constructs.insert(id) {
                for &jump in flow.jumps.get(&id).into_iter().flatten() {
                    self.need_jump(jump);
                }
            }
        }
    }

    fn finish(mut self) -> Loop {
        let meets =
            |op: &Op| matches!(op, Op::Barrier(_) | Op::WarpBarrier { .. }) || op.mask().is_some();
        let units = &self.flow.units;
        let is_carried = |unit: &Reg| self.is_carried(*unit);
        let mut carried = units.registers(self.registers.iter().copied().filter(is_carried));
        let is_small = carried.len() <= MOST_CARRIED;
        carried.truncate(MOST_CARRIED);
        let slice = units.registers(self.registers.iter().copied());
        self.loads.sort_unstable();
        self.constant_loads.sort_unstable();
        let constant_loads = std::mem::take(&mut self.constant_loads);
        let constant_loads =
            constant_loads.into_iter().filter(|&load| self.is_fixed(load as usize)).collect();
        Loop {
            start: self.start as u32,
            end: self.end as u32,
            slice,
            carried,
            loads_are_fixed: self.loads.iter().all(|&load| self.is_fixed(load as usize)),
            memories: self.memories,
            loads: self.loads,
            constant_loads,
            meets: self.code.ops[self.start..self.end].iter().any(meets),
            is_small,
            has_exit: self.has_exit,
            foregone: self.foregone,
            counting: Counting::of(self.code, self.flow, self.start, self.end),
        }
    }

    /// Who writes a register in the loop.
    fn writers(&self, register: Reg) -> impl Iterator<Item = usize> {
        let writers = self.flow.writers.get(&register).into_iter().flatten();
        writers.map(|&at| at as usize).filter(|&at| self.is_inside(at))
    }

    /// Whether a round sees what a register held in the round before.
    fn is_carried(&self, register: Reg) -> bool {
        let Some(first) = self.writers(register).next() else { return false };
        let partly = self.flow.units.is_array(register);
        let reads = self.reads.get(&register);
        partly || !reads.into_iter().flatten().all(|&read| self.flow.passes(first, read))
    }

    /// Whether the registers that an access is indexed with hold at the end of a
    /// round what they held at the access.
    fn is_fixed(&self, load: usize) -> bool {
        let Some(memory_ref) = self.flow.operands[load].memory_ref else { return false };
        let Some(memory_ref) = self.code.memory_refs.get(memory_ref as usize) else { return false };
        memory_ref.indices.iter().all(|index| {
            let mut writers = self.writers(self.flow.units.unit(index.register));
            match (writers.next(), writers.next()) {
                (None, _) => true,
                (Some(writer), None) => self.flow.passes(writer, load),
                _ => false,
            }
        })
    }
}
