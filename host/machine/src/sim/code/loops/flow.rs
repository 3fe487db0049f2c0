//! Flow of a code: how its instructions are nested, and who writes what, which is needed to
//! find slices.

use crate::sim::code::arithmetic::Binary;
use crate::sim::code::{Code, Op, Operands, Reg, Root};
use std::collections::HashMap;
use std::ops::Range;

/// A construct that instructions are in; the two sides of a branch are two.
#[derive(Clone, Copy, Debug)]
pub(super) struct Construct {
    pub(super) kind: Kind,
    pub(super) start: usize,
    parent: Option<usize>,
    /// Where the continuing part of a loop starts.
    continuing: Option<usize>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Branch { condition: Reg },
    Loop,
    Switch,
    Call,
}

/// Registers that stand for themselves or for the array that they belong to, which
/// is looked at as a whole: what is indexed at run time may be any part of it.
pub(super) struct Units {
    /// The first register of each register's unit.
    first: Vec<Reg>,
    /// Behind the last register of each unit, by its first.
    end: HashMap<Reg, Reg>,
}

impl Units {
    fn of(code: &Code, operands: &[Operands]) -> Units {
        let mut arrays: Vec<Range<Reg>> = Vec::new();
        for operands in operands {
            let memory_ref = operands.memory_ref.and_then(|i| code.memory_refs.get(i as usize));
            if memory_ref.is_some_and(|found| matches!(found.root, Root::Local(_))) {
                let runs = operands.reads.iter().chain([&operands.writes]);
                arrays.extend(runs.filter(|run| run.len() > 1).cloned());
            }
        }
        arrays.sort_unstable_by_key(|run| (run.start, run.end));
        let mut merged: Vec<Range<Reg>> = Vec::new();
        for run in arrays {
            match merged.last_mut() {
                Some(last) if run.start < last.end => last.end = last.end.max(run.end),
                _ => merged.push(run),
            }
        }
        let registers = merged.last().map_or(0, |run| run.end).max(code.registers + 1);
        let mut first: Vec<Reg> = (0..registers).collect();
        for run in &merged {
            first[run.start as usize..run.end as usize].fill(run.start);
        }
        Units { first, end: merged.into_iter().map(|run| (run.start, run.end)).collect() }
    }

    /// Whether a unit is an array.
    pub(super) fn is_array(&self, unit: Reg) -> bool {
        self.end.contains_key(&unit)
    }

    pub(super) fn unit(&self, register: Reg) -> Reg {
        self.first.get(register as usize).copied().unwrap_or(register)
    }

    /// The units of a run of registers.
    pub(super) fn of_range(&self, run: &Range<Reg>) -> Vec<Reg> {
        let mut units = Vec::new();
        let mut register = run.start;
        while register < run.end {
            let unit = self.unit(register);
            units.push(unit);
            register = self.end.get(&unit).copied().unwrap_or(register + 1);
        }
        units
    }

    /// The registers of some units, in order.
    pub(super) fn registers(&self, units: impl Iterator<Item = Reg>) -> Vec<Reg> {
        let run = |unit: Reg| unit..self.end.get(&unit).copied().unwrap_or(unit + 1);
        let mut registers: Vec<Reg> = units.flat_map(run).collect();
        registers.sort_unstable();
        registers
    }
}

/// How a code's instructions lie in each other, and who writes what.
pub(super) struct Flow {
    pub(super) constructs: Vec<Construct>,
    /// The innermost construct around each instruction.
    pub(super) around: Vec<Option<usize>>,
    pub(super) operands: Vec<Operands>,
    pub(super) units: Units,
    /// Who writes to each unit of registers.
    pub(super) writers: HashMap<Reg, Vec<u32>>,
    /// The jumps to the end of each construct, or to its continuing part.
    pub(super) jumps: HashMap<usize, Vec<usize>>,
    /// The jumps of all, with their targets; without one it is the kernel's end.
    pub(super) targets: HashMap<usize, Option<usize>>,
    constants: HashMap<Reg, u32>,
    /// The instructions that write to each memory.
    pub(super) stores: Vec<(Root, usize)>,
}

impl Flow {
    pub(super) fn of(code: &Code) -> Flow {
        let operands: Vec<Operands> =
            code.ops.iter().map(|op| op.operands(&code.memory_refs)).collect();
        let mut flow = Flow {
            constructs: Vec::new(),
            around: vec![None; code.ops.len()],
            units: Units::of(code, &operands),
            writers: HashMap::new(),
            jumps: HashMap::new(),
            targets: HashMap::new(),
            constants: code.constants.iter().copied().collect(),
            stores: Vec::new(),
            operands,
        };
        let mut open = None;
        for (at, op) in code.ops.iter().enumerate() {
            flow.visit(at, op, &mut open);
            for unit in flow.units.of_range(&flow.operands[at].writes) {
                flow.writers.entry(unit).or_default().push(at as u32);
            }
            if let Op::Store { memory_ref, .. }
            | Op::AtomicStore { memory_ref, .. }
            | Op::Atomic { memory_ref, .. }
            | Op::CompareExchange { memory_ref, .. } = *op
                && let Some(memory_ref) = code.memory_refs.get(memory_ref as usize)
            {
                flow.stores.push((memory_ref.root, at));
            }
        }
        flow
    }

    /// Notes where an instruction lies and where it leads; `open` is the innermost
    /// construct.
    fn visit(&mut self, at: usize, op: &Op, open: &mut Option<usize>) {
        self.around[at] = *open;
        match *op {
            Op::If { condition, .. } => self.enter(at, Kind::Branch { condition }, open),
            Op::Loop => self.enter(at, Kind::Loop, open),
            Op::Switch => self.enter(at, Kind::Switch, open),
            Op::Call => self.enter(at, Kind::Call, open),
            Op::Else { .. } => {
                // The other side of the same branch.
                if let Some(side) = open.map(|open| self.constructs[open]) {
                    self.constructs.push(side);
                    *open = Some(self.constructs.len() - 1);
                }
            }
            Op::EndIf { .. } | Op::EndLoop { .. } | Op::EndSwitch { .. } | Op::EndCall { .. } => {
                *open = open.and_then(|open| self.constructs[open].parent);
            }
            Op::Continuing { .. } => {
                if let Some(open) = *open {
                    self.constructs[open].continuing = Some(at);
                }
            }
            Op::Break { .. } => {
                self.jump(at, *open, |kind| matches!(kind, Kind::Loop | Kind::Switch))
            }
            Op::BreakIf { .. } | Op::Continue { .. } => {
                self.jump(at, *open, |kind| kind == Kind::Loop);
            }
            Op::Return { .. } => self.jump(at, *open, |kind| kind == Kind::Call),
            _ => {}
        }
    }

    fn enter(&mut self, at: usize, kind: Kind, open: &mut Option<usize>) {
        self.constructs.push(Construct { kind, start: at, parent: *open, continuing: None });
        *open = Some(self.constructs.len() - 1);
    }

    fn jump(&mut self, at: usize, from: Option<usize>, fits: impl Fn(Kind) -> bool) {
        let target = self.ancestors(from).find(|&id| fits(self.constructs[id].kind));
        self.targets.insert(at, target);
        if let Some(target) = target {
            self.jumps.entry(target).or_default().push(at);
        }
    }

    /// A construct and those around it.
    pub(super) fn ancestors(&self, from: Option<usize>) -> impl Iterator<Item = usize> {
        std::iter::successors(from, |&id| self.constructs[id].parent)
    }

    /// Whether whoever comes to a later instruction has come by an earlier one in
    /// the same round of all loops around that.
    pub(super) fn passes(&self, earlier: usize, later: usize) -> bool {
        let home = self.around[earlier];
        let continuing = home.and_then(|home| self.constructs[home].continuing);
        earlier < later
            && (home.is_none() || self.ancestors(self.around[later]).any(|id| Some(id) == home))
            // Lanes that continue come to the continuing part by another way.
            && continuing.is_none_or(|joins| later < joins || joins < earlier)
    }

    /// Whether a jump ever leaves the loop that it is in.
    pub(super) fn can_leave(&self, jump: &Op) -> bool {
        match *jump {
            Op::Continue { .. } => false,
            Op::BreakIf { condition, when, .. } => {
                self.constants.get(&condition).is_none_or(|&word| (word != 0) == when)
            }
            _ => true,
        }
    }

    fn is_constant(&self, register: Reg, word: u32) -> bool {
        self.constants.get(&register) == Some(&word)
    }

    /// Whether a comparison has the same outcome whatever is compared, such as that
    /// of an integer without a sign with zero.
    pub(super) fn is_foregone(&self, op: &Op) -> bool {
        match *op {
            Op::Binary { op: Binary::LeU, a, b, .. } => {
                self.is_constant(a, 0) || self.is_constant(b, u32::MAX)
            }
            Op::Binary { op: Binary::LtU, a, b, .. } => {
                self.is_constant(b, 0) || self.is_constant(a, u32::MAX)
            }
            Op::Binary { op: Binary::LeS, a, b, .. } => {
                self.is_constant(a, i32::MIN as u32) || self.is_constant(b, i32::MAX as u32)
            }
            Op::Binary { op: Binary::LtS, a, b, .. } => {
                self.is_constant(b, i32::MIN as u32) || self.is_constant(a, i32::MAX as u32)
            }
            _ => false,
        }
    }
}
