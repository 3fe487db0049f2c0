//! Transfers between global and shared memory, by all threads of a block.
//!
//! A section is cut into segments of a warp's width that are aligned in global
//! memory; warps take rows or segments in turn, and each lane of a warp one element.
//! Where rows are shorter than a warp, narrower segments keep all lanes busy. What of
//! a segment lies outside the section, or outside the array, is left alone.
//!
//! How many turns there are is a number in the text, so that a compiler writes them out
//! and fetches all elements of a thread before it waits for the first.

mod bounds;
mod cut;
mod row;

pub use cut::Cut;

use crate::Refused;
use crate::constant::Values;
use crate::context::Names;
use crate::device::DeviceVariable;
use crate::facts::Facts;
use crate::merge::MergedSection;
use crate::poly::{Poly, rows as rows_of, sum};
use crate::tree::{BinaryOp, Checked, Expr, For, Stmt, StmtKind, UnaryOp};
use warpbench_front::diagnostic::Span;

/// Lanes of a warp.
pub const WARP: i64 = 32;

/// Which way it goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    In,
    Out,
}

/// Names for what every transfer has.
#[derive(Clone, Debug)]
pub struct LocalNames {
    turn: String,
    segment: String,
    row: String,
    col: String,
    line: String,
    start: String,
    end: String,
    at: String,
}

impl LocalNames {
    pub fn new(names: &mut Names) -> LocalNames {
        LocalNames {
            turn: names.fresh("turn"),
            segment: names.fresh("segment"),
            row: names.fresh("row"),
            col: names.fresh("col"),
            line: names.fresh("line"),
            start: names.fresh("start"),
            end: names.fresh("end"),
            at: names.fresh("at"),
        }
    }
}

/// A transfer to write down.
pub struct Transfer<'t> {
    /// The pointers of the block's memory and of the array.
    pub tile: &'t str,
    pub array: &'t str,
    /// What the block has, and what of it is moved.
    pub held: &'t MergedSection,
    pub moved: &'t MergedSection,
    pub variable: &'t DeviceVariable,
    pub checked: Checked,
    pub direction: Direction,
    /// Threads of the block, and the number of one among them.
    pub threads: i64,
    pub thread: Expr,
    pub facts: &'t Facts,
    pub constants: &'t Values,
    pub names: &'t LocalNames,
    pub origins: &'t [Span],
}

impl Transfer<'_> {
    /// The first index in the memory of the GPU, along each dimension.
    fn base(&self) -> Vec<Poly> {
        let from = self.variable.section.iter().map(|(from, _)| Poly::of(from, self.constants));
        self.moved.low.iter().zip(from).map(|(low, from)| low.minus(&from)).collect()
    }

    pub fn write(&self) -> Result<Vec<Stmt>, Refused> {
        let base = self.base();
        let extents = self.variable.extents(self.constants);
        let last = base.len() - 1;
        let length = self.moved.extents[last];
        let rows: i64 = self.moved.extents[..last].iter().product();
        let is_within = |at: usize| {
            let end = base[at].plus_number(self.moved.extents[at]);
            self.facts.is_natural(&base[at]) && self.facts.is_at_most(&end, &extents[at])
        };
        let is_partial =
            |at: usize| self.direction == Direction::Out && self.moved.active[at].is_some();
        let is_checked =
            |at: usize| is_partial(at) || (self.checked == Checked::Yes && !is_within(at));
        let multiple = self.multiple(Cut::width(length, self.threads), &base[last], rows, &extents);
        let cut = Cut::of(rows, length, self.threads, multiple);
        let is_aligned = !is_checked(last) && multiple == cut.width;

        let row = Expr::name(&self.names.row);
        let mut conditions = Vec::new();
        let mut offset = Expr::number(0);
        let mut in_tile = Poly::default();
        let held = &self.held.extents;
        for at in 0..last {
            let index = self.row_index(at, &row, rows);
            let index_poly = Poly::of(&index, &Values::new());
            let place = base[at].plus(&index_poly);
            if is_checked(at) {
                self.outer_conditions(at, &place, &extents[at], &base[at], &mut conditions)?;
            }
            offset = match at {
                0 => place.to_expr(),
                _ => sum(rows_of(offset, &extents[at]), place.to_expr()),
            };
            let shift = self.shift(at)?;
            let own = if self.moved.extents[at] == 1 { Poly::default() } else { index_poly };
            in_tile = in_tile.times(held[at]).plus(&own).plus_number(shift);
        }
        in_tile = in_tile.times(held[last]);
        let offset = (last > 0).then(|| rows_of(offset, &extents[last]));
        let shift = self.shift(last)?;
        let body = match is_aligned {
            true => self.aligned(cut, length, offset, &base[last], &in_tile, shift),
            false => self.unaligned(
                cut,
                length,
                offset,
                &base[last],
                &extents[last],
                (&in_tile, shift),
                is_checked(last),
            )?,
        };
        let body = match conditions.into_iter().reduce(and) {
            Some(condition) => vec![self.when(condition, body)],
            None => body,
        };
        Ok(self.shared_out(cut, body))
    }

    /// The largest power of two, up to a width, that every row begins at a multiple of.
    fn multiple(&self, width: i64, base: &Poly, rows: i64, extents: &[Poly]) -> i64 {
        let last = extents.len() - 1;
        let is_one_row = rows == 1 && last == 0;
        let begins = |of: i64| {
            self.facts.is_multiple(base, of)
                && (is_one_row || self.facts.is_multiple(&extents[last], of))
        };
        let mut multiple = width;
        while multiple > 1 && !begins(multiple) {
            multiple /= 2;
        }
        multiple
    }

    /// Whose turn a row or a segment is.
    fn shared_out(&self, cut: Cut, body: Vec<Stmt>) -> Vec<Stmt> {
        let teams = cut.teams(self.threads);
        let team = match cut.width {
            1 => self.thread.clone(),
            width => Expr::binary(BinaryOp::Div, self.thread.clone(), Expr::number(width)),
        };
        let (names, mut inner) = (self.names, Vec::new());
        let (var, all) = match cut.is_by_rows(self.threads) {
            true => (&names.row, cut.rows),
            false => (&names.segment, cut.rows * cut.segments),
        };
        if var == &names.segment && cut.rows > 1 {
            let row =
                Expr::binary(BinaryOp::Div, Expr::name(&names.segment), Expr::number(cut.segments));
            inner.push(self.set(&names.row, row));
        }
        inner.extend(body);
        let is_named = cut.rows > 1 || cut.segments > 1;
        if all <= teams {
            // One turn, in which some threads may have nothing to do.
            let mut stmts = Vec::new();
            if is_named {
                stmts.push(self.set(var, team.clone()));
            }
            if all == teams {
                stmts.extend(inner);
                return vec![Stmt::new(StmtKind::Block(stmts), self.origins)];
            }
            let (left, right) = match is_named {
                true => (Expr::name(var), all),
                false => (self.thread.clone(), cut.width),
            };
            let condition = match right {
                1 => Expr::binary(BinaryOp::Eq, left, Expr::number(0)),
                _ => Expr::binary(BinaryOp::Lt, left, Expr::number(right)),
            };
            stmts.push(self.when(condition, inner));
            return match is_named {
                true => vec![Stmt::new(StmtKind::Block(stmts), self.origins)],
                false => stmts,
            };
        }
        let turn = Expr::binary(BinaryOp::Mul, Expr::name(&names.turn), Expr::number(teams));
        let mut stmts = vec![self.set(var, sum(team, turn))];
        match all % teams {
            0 => stmts.extend(inner),
            // In the last turn some have nothing to do.
            _ => {
                let is_there = Expr::binary(BinaryOp::Lt, Expr::name(var), Expr::number(all));
                stmts.push(self.when(is_there, inner));
            }
        }
        let turns = all.unsigned_abs().div_ceil(teams.unsigned_abs()) as i64;
        vec![self.counted(&names.turn, turns, stmts)]
    }

    /// A loop of so many turns.
    fn counted(&self, var: &str, turns: i64, body: Vec<Stmt>) -> Stmt {
        let own = For {
            var: var.to_owned(),
            start: Expr::number(0),
            end: Expr::number(turns),
            step: 1,
            stride: None,
            is_reversed: false,
            body,
            partition: None,
            span: Span::default(),
        };
        Stmt::new(StmtKind::For(Box::new(own)), self.origins)
    }

    fn set(&self, name: &str, value: Expr) -> Stmt {
        let kind = StmtKind::Let {
            name: name.to_owned(),
            is_mutable: false,
            ty: None,
            value: Some(value),
        };
        Stmt::new(kind, self.origins)
    }

    fn when(&self, condition: Expr, then: Vec<Stmt>) -> Stmt {
        Stmt::new(StmtKind::If { condition, then, otherwise: None }, self.origins)
    }

    fn copy(&self, in_tile: Expr, in_array: Expr) -> Stmt {
        let tile = element(self.tile, in_tile);
        let array = element(self.array, in_array);
        let (target, value) = match self.direction {
            Direction::In => (tile, array),
            Direction::Out => (array, tile),
        };
        Stmt::new(StmtKind::Assign { target, op: None, value }, self.origins)
    }
}

/// `*pointer.add(index)`.
pub fn element(pointer: &str, index: Expr) -> Expr {
    let place = match index.bare() {
        Expr::Literal(literal) if literal.is_zero() => Expr::name(pointer),
        _ => Expr::method(Expr::name(pointer), "add", vec![index]),
    };
    Expr::Unary(UnaryOp::Deref, Box::new(place))
}

/// Both conditions.
pub fn and(left: Expr, right: Expr) -> Expr {
    Expr::binary(BinaryOp::And, left, right)
}
