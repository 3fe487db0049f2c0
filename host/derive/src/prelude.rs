//! Prelude of a kernel: where its thread and its block are.
//!
//! Variables are made when something needs them, and stand at the kernel's start.

use crate::constant::Values;
use crate::context::Names;
use crate::grid::{Axis, Grid};
use crate::tree::{BinaryOp, Expr, Stmt, StmtKind};
use std::collections::BTreeMap;

/// The variables that were asked for, by what they are.
#[derive(Clone, Debug, Default)]
pub struct Prelude {
    made: BTreeMap<Wanted, String>,
    order: Vec<Wanted>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Wanted {
    /// The number of blocks along an axis.
    Blocks(char),
    Block(char),
    Thread(char),
    /// A dimension that shares its axis with others.
    BlockPart(usize),
    ThreadPart(usize),
    /// The thread's number in its block.
    Linear,
}

impl Prelude {
    fn want(&mut self, wanted: Wanted, base: &str, names: &mut Names) -> String {
        if let Some(name) = self.made.get(&wanted) {
            return name.clone();
        }
        let name = names.fresh(base);
        self.made.insert(wanted, name.clone());
        self.order.push(wanted);
        name
    }

    /// The thread's index along a dimension of the kernel's directive.
    pub fn thread(&mut self, level: usize, grid: &Grid, names: &mut Names) -> String {
        let axis = grid.thread_axis(level);
        let whole = self.want(Wanted::Thread(axis.name), &format!("t{}", axis.name), names);
        match axis {
            Axis { each: 1, of: None, .. } => whole,
            _ => self.want(Wanted::ThreadPart(level), &format!("t{}", level + 1), names),
        }
    }

    /// The block's index along a dimension.
    pub fn block(
        &mut self,
        level: usize,
        grid: &Grid,
        constants: &Values,
        names: &mut Names,
    ) -> String {
        let axis = grid.block_axis(level, constants);
        let whole = self.want(Wanted::Block(axis.name), &format!("b{}", axis.name), names);
        match axis {
            Axis { each: 1, of: None, .. } => whole,
            _ => self.want(Wanted::BlockPart(level), &format!("b{}", level + 1), names),
        }
    }

    /// How many blocks there are along a dimension, where no number says it.
    pub fn blocks(
        &mut self,
        level: usize,
        grid: &Grid,
        constants: &Values,
        names: &mut Names,
    ) -> String {
        let axis = grid.block_axis(level, constants);
        self.want(Wanted::Blocks(axis.name), &format!("blocks_{}", axis.name), names)
    }

    /// The thread's number in its block.
    pub fn linear(&mut self, grid: &Grid, names: &mut Names) -> String {
        let [_, y, z] = grid.physical_threads();
        self.want(Wanted::Thread('x'), "tx", names);
        if z > 1 {
            self.want(Wanted::Thread('z'), "tz", names);
        }
        match (y, z) {
            (1, 1) => self.want(Wanted::Thread('x'), "tx", names),
            _ => {
                self.want(Wanted::Thread('y'), "ty", names);
                self.want(Wanted::Linear, "t", names)
            }
        }
    }

    /// The variables, each from those before it.
    pub fn stmts(&self, grid: &Grid, constants: &Values) -> Vec<Stmt> {
        let mut order = self.order.clone();
        order.sort();
        let set = |wanted: &Wanted| {
            let value = match wanted {
                Wanted::Thread(axis) => asked("thread_idx", *axis),
                Wanted::Block(axis) => asked("block_idx", *axis),
                Wanted::Blocks(axis) => asked("grid_dim", *axis),
                Wanted::ThreadPart(level) => {
                    self.part(Wanted::Thread('x'), grid.thread_axis(*level))
                }
                Wanted::BlockPart(level) => {
                    self.part(Wanted::Block('x'), grid.block_axis(*level, constants))
                }
                Wanted::Linear => self.number(grid),
            };
            let name = self.made.get(wanted).cloned().unwrap_or_default();
            Stmt::new(StmtKind::Let { name, is_mutable: false, ty: None, value: Some(value) }, &[])
        };
        order.iter().map(set).collect()
    }

    fn name(&self, wanted: Wanted) -> Expr {
        Expr::Name(self.made.get(&wanted).cloned().unwrap_or_default())
    }

    fn part(&self, whole: Wanted, axis: Axis) -> Expr {
        let mut index = self.name(whole);
        if axis.each > 1 {
            index = Expr::binary(BinaryOp::Div, index, Expr::number(axis.each));
        }
        match axis.of {
            Some(size) => Expr::binary(BinaryOp::Rem, index, Expr::number(size)),
            None => index,
        }
    }

    fn number(&self, grid: &Grid) -> Expr {
        let [x, y, z] = grid.physical_threads();
        let mut rows = self.name(Wanted::Thread('y'));
        if z > 1 {
            let planes =
                Expr::binary(BinaryOp::Mul, self.name(Wanted::Thread('z')), Expr::number(y));
            rows = Expr::binary(BinaryOp::Add, planes, rows);
        }
        let before = Expr::binary(BinaryOp::Mul, rows, Expr::number(x));
        Expr::binary(BinaryOp::Add, before, self.name(Wanted::Thread('x')))
    }
}

fn asked(what: &str, axis: char) -> Expr {
    Expr::cast(Expr::Call(format!("thread::{what}_{axis}"), Vec::new()), "usize")
}
