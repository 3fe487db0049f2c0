//! Programs in which one ordering is missing, or does less.

use super::program::{How, Lanes, Op, Order, Program, Scope};
use std::fmt;

/// A change to one operation of a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Weakening {
    /// The operation, in the order of the text.
    pub op: usize,
    pub change: Change,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Change {
    /// A barrier, a fence, a wait or the taking of a lock is left out.
    Dropped,
    Order(Order),
    BlockScope,
    /// An atomic becomes an ordinary access.
    Plain,
    /// A lane does not take part in a barrier of its warp.
    Without(u32),
    /// Lanes meet with nobody where they met with a neighbour.
    Alone,
}

impl fmt::Display for Weakening {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "operation {}: {:?}", self.op, self.change)
    }
}

/// Everything that can be taken away from a program.
pub fn weakenings(program: &Program) -> Vec<Weakening> {
    let mut found = Vec::new();
    let mut number = 0;
    for statement in &program.statements {
        collect(&statement.ops, program.shape.lanes, &mut number, &mut found);
    }
    found
}

fn collect(ops: &[Op], lanes: u32, number: &mut usize, found: &mut Vec<Weakening>) {
    for op in ops {
        let here = *number;
        *number += 1;
        found.extend(changes(op, lanes).into_iter().map(|change| Weakening { op: here, change }));
        if let Op::If { ops, .. } = op {
            collect(ops, lanes, number, found);
        }
    }
}

fn changes(op: &Op, lanes: u32) -> Vec<Change> {
    match *op {
        Op::Read { .. } | Op::Write { .. } | Op::Update { .. } | Op::Keep { .. } => Vec::new(),
        Op::If { .. } => Vec::new(),
        Op::Load { how, .. } | Op::Store { how, .. } | Op::Fetch { how, .. } => accesses(how),
        Op::Wait { how, .. } | Op::Take { how, .. } => {
            let mut changes = accesses(how);
            changes.push(Change::Dropped);
            changes
        }
        Op::Fence { order, scope } => {
            let mut changes = vec![Change::Dropped];
            if scope != Scope::Block {
                changes.push(Change::BlockScope);
            }
            if matches!(order, None | Some(Order::AcqRel | Order::SeqCst)) {
                changes.extend([Change::Order(Order::Acquire), Change::Order(Order::Release)]);
            }
            changes
        }
        Op::SyncThreads => vec![Change::Dropped],
        Op::SyncWarp(met) => {
            let mut changes = vec![Change::Dropped];
            let is_met = |lane: &u32| match met {
                Lanes::Everybody => true,
                Lanes::In { mask, .. } => mask >> lane & 1 == 1,
                Lanes::Pairs | Lanes::Alone => false,
            };
            let here: Vec<u32> = (0..lanes).filter(is_met).collect();
            if here.len() > 2 {
                changes.extend(here.into_iter().map(Change::Without));
            }
            if met == Lanes::Pairs {
                changes.push(Change::Alone);
            }
            changes
        }
    }
}

fn accesses(how: How) -> Vec<Change> {
    let How::Atomic(order, scope) = how else { return Vec::new() };
    let mut changes = vec![Change::Plain];
    if order != Order::Relaxed {
        changes.push(Change::Order(Order::Relaxed));
    }
    if order == Order::AcqRel {
        changes.extend([Change::Order(Order::Acquire), Change::Order(Order::Release)]);
    }
    if scope != Scope::Block {
        changes.push(Change::BlockScope);
    }
    changes
}

impl Program {
    /// The program with one ordering less.
    #[must_use]
    pub fn weakened(&self, weakening: &Weakening) -> Program {
        let mut program = self.clone();
        let mut number = 0;
        for statement in &mut program.statements {
            let ops = std::mem::take(&mut statement.ops);
            statement.ops = rebuilt(ops, weakening, self.shape.lanes, &mut number);
        }
        program.statements.retain(|statement| !statement.ops.is_empty());
        program
    }
}

fn rebuilt(ops: Vec<Op>, weakening: &Weakening, lanes: u32, number: &mut usize) -> Vec<Op> {
    let mut all = Vec::new();
    for op in ops {
        let is_meant = *number == weakening.op;
        *number += 1;
        match op {
            Op::If { variable, is, ops } => {
                let ops = rebuilt(ops, weakening, lanes, number);
                all.push(Op::If { variable, is, ops });
            }
            op if is_meant => all.extend(changed(op, weakening.change, lanes)),
            op => all.push(op),
        }
    }
    all
}

fn changed(mut op: Op, change: Change, lanes: u32) -> Option<Op> {
    match (&mut op, change) {
        (_, Change::Dropped) => return None,
        (
            Op::Load { how, .. }
            | Op::Store { how, .. }
            | Op::Fetch { how, .. }
            | Op::Wait { how, .. }
            | Op::Take { how, .. },
            change,
        ) => {
            if let How::Atomic(order, scope) = *how {
                *how = match change {
                    Change::Plain => How::Plain,
                    Change::Order(weaker) => How::Atomic(weaker, scope),
                    Change::BlockScope => How::Atomic(order, Scope::Block),
                    Change::Dropped | Change::Without(_) | Change::Alone => *how,
                };
            }
        }
        (Op::Fence { order, .. }, Change::Order(weaker)) => *order = Some(weaker),
        // Only the fences with an order are there for blocks.
        (Op::Fence { order, scope }, Change::BlockScope) => {
            order.get_or_insert(Order::SeqCst);
            *scope = Scope::Block;
        }
        (Op::SyncWarp(met), Change::Without(lane)) => {
            let mask = match *met {
                Lanes::In { mask, .. } => mask,
                Lanes::Everybody | Lanes::Pairs | Lanes::Alone => (1 << lanes) - 1,
            };
            *met = Lanes::In { mask: mask & !(1 << lane), is_computed: false };
        }
        (Op::SyncWarp(met), Change::Alone) => *met = Lanes::Alone,
        _ => {}
    }
    Some(op)
}
