//! Transfers between global and shared memory, by all threads of a block.
//!
//! A section is cut into segments of a warp's width that are aligned in global
//! memory; warps take segments in turn, and each lane of a warp one element. Where
//! rows are shorter than a warp, narrower segments keep all lanes busy. What of a
//! segment lies outside the section, or outside the array, is left alone.

mod bounds;
mod cut;

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
        let narrow = Cut::of(rows, length, self.threads, true);
        let is_aligned = !is_checked(last)
            && (narrow.width == 1
                || (self.facts.is_multiple(&base[last], narrow.width)
                    && (rows == 1 && last == 0
                        || self.facts.is_multiple(&extents[last], narrow.width))));
        let cut = Cut::of(rows, length, self.threads, is_aligned);

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

    /// Whose turn a segment is.
    fn shared_out(&self, cut: Cut, body: Vec<Stmt>) -> Vec<Stmt> {
        let teams = self.threads / cut.width;
        let team = match cut.width {
            1 => self.thread.clone(),
            width => Expr::binary(BinaryOp::Div, self.thread.clone(), Expr::number(width)),
        };
        let all = cut.rows * cut.segments;
        let (names, mut inner) = (self.names, Vec::new());
        let var = if cut.segments == 1 { &names.row } else { &names.segment };
        if cut.segments > 1 && cut.rows > 1 {
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
        let own = For {
            var: var.clone(),
            start: team,
            end: Expr::number(all),
            step: teams,
            stride: None,
            is_reversed: false,
            body: inner,
            partition: None,
            span: Span::default(),
        };
        vec![Stmt::new(StmtKind::For(Box::new(own)), self.origins)]
    }

    /// Elements whose rows start at a segment's start.
    fn aligned(
        &self,
        cut: Cut,
        length: i64,
        offset: Option<Expr>,
        base: &Poly,
        in_tile: &Poly,
        shift: i64,
    ) -> Vec<Stmt> {
        let lane = self.lane(cut);
        let col = match cut.segments {
            1 => lane,
            _ => self.with_segment(cut, lane),
        };
        let names = self.names;
        let is_zero = cut.width == 1 && cut.segments == 1;
        let col_name = Poly::name(&names.col);
        let col_poly = if is_zero { Poly::default() } else { col_name };
        let place = base.plus(&col_poly).to_expr();
        let place = match offset {
            Some(offset) => sum(offset, place),
            None => place,
        };
        let own = self.copy(in_tile.plus(&col_poly).plus_number(shift).to_expr(), place);
        let mut stmts = Vec::new();
        if !is_zero {
            stmts.push(self.set(&names.col, col));
        }
        if cut.segments * cut.width == length {
            stmts.push(own);
        } else {
            let condition =
                Expr::binary(BinaryOp::Lt, Expr::name(&names.col), Expr::number(length));
            stmts.push(self.when(condition, vec![own]));
        }
        stmts
    }

    /// Elements whose rows start anywhere, and may end before or begin behind it.
    #[expect(clippy::too_many_arguments, reason = "they are the parts of one index")]
    fn unaligned(
        &self,
        cut: Cut,
        length: i64,
        offset: Option<Expr>,
        base: &Poly,
        extent: &Poly,
        (in_tile, shift): (&Poly, i64),
        is_checked: bool,
    ) -> Result<Vec<Stmt>, Refused> {
        let names = self.names;
        let (added, taken) = base.parts();
        let has_before = taken != Poly::default() && is_checked && !self.facts.is_natural(base);
        let low = match has_before {
            true => Expr::method(added.to_expr(), "saturating_sub", vec![taken.to_expr()]),
            false => base.to_expr(),
        };
        let end = added.plus_number(length);
        let behind = end.minus(&taken);
        let mut high = match self.facts.is_natural(&behind) || taken == Poly::default() {
            true => behind.to_expr(),
            false => Expr::method(end.to_expr(), "saturating_sub", vec![taken.to_expr()]),
        };
        if is_checked && !self.facts.is_at_most(&behind, extent) {
            high = Expr::method(high, "min", vec![extent.to_expr()]);
        }
        let last = self.moved.extents.len() - 1;
        if let Some(limit) = self.active_end(last)? {
            high = Expr::method(high, "min", vec![limit]);
        }
        let mut stmts = Vec::new();
        let offset = offset.map(|offset| match has_before {
            false => offset,
            true => {
                stmts.push(self.set(&names.line, offset));
                Expr::name(&names.line)
            }
        });
        let in_row = |place: Expr| match &offset {
            Some(offset) => sum(offset.clone(), place),
            None => place,
        };
        let (start, end, at) =
            (Expr::name(&names.start), Expr::name(&names.end), Expr::name(&names.at));
        stmts.push(self.set(&names.start, in_row(low)));
        stmts.push(self.set(&names.end, in_row(high)));
        let first = match cut.width {
            1 => start.clone(),
            width => Expr::binary(
                BinaryOp::Mul,
                Expr::binary(BinaryOp::Div, start.clone(), Expr::number(width)),
                Expr::number(width),
            ),
        };
        let lane = self.lane(cut);
        let own = match cut.segments {
            1 => lane,
            _ => self.with_segment(cut, lane),
        };
        let own = sum(first, own);
        stmts.push(self.set(&names.at, own));
        // Where the element lies in the row of the section.
        let in_section = match (has_before, &offset) {
            (false, _) => Poly::name(&names.at).minus(&Poly::name(&names.start)),
            (true, None) => Poly::name(&names.at).minus(base),
            (true, Some(_)) => Poly::name(&names.at).minus(&Poly::name(&names.line)).minus(base),
        };
        let copy = self.copy(in_tile.plus(&in_section).plus_number(shift).to_expr(), at.clone());
        let mut condition = Expr::binary(BinaryOp::Lt, at.clone(), end);
        if cut.width > 1 {
            condition = and(Expr::binary(BinaryOp::Ge, at, start), condition);
        }
        stmts.push(self.when(condition, vec![copy]));
        Ok(stmts)
    }

    fn lane(&self, cut: Cut) -> Expr {
        match cut.width {
            1 => Expr::number(0),
            width if width == self.threads => self.thread.clone(),
            width => Expr::binary(BinaryOp::Rem, self.thread.clone(), Expr::number(width)),
        }
    }

    fn with_segment(&self, cut: Cut, lane: Expr) -> Expr {
        let mut segment = Expr::name(&self.names.segment);
        if cut.rows > 1 {
            segment = Expr::binary(BinaryOp::Rem, segment, Expr::number(cut.segments));
        }
        if cut.width == 1 {
            return segment;
        }
        let start = Expr::binary(BinaryOp::Mul, segment, Expr::number(cut.width));
        sum(start, lane)
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
        Expr::Literal(zero) if zero == "0" => Expr::name(pointer),
        _ => Expr::method(Expr::name(pointer), "add", vec![index]),
    };
    Expr::Unary(UnaryOp::Deref, Box::new(place))
}

/// Both conditions.
pub fn and(left: Expr, right: Expr) -> Expr {
    Expr::binary(BinaryOp::And, left, right)
}
