//! Transfers between global and shared memory, by all threads of a block.
//!
//! A section is cut into segments of a warp's width that are aligned in global
//! memory; warps take segments in turn, and each lane of a warp one element. Where
//! rows are shorter than a warp, narrower segments keep all lanes busy. What of a
//! segment lies outside the section, or outside the array, is left alone.

use crate::constant::Values;
use crate::context::Names;
use crate::device::DeviceVariable;
use crate::facts::Facts;
use crate::merge::MergedSection;
use crate::poly::{Poly, rows as rows_of, sum};
use crate::tree::{BinaryOp, Checked, Expr, For, Stmt, StmtKind, UnaryOp};
use crate::{Refused, refuse};
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

/// How a section is cut.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cut {
    /// Elements of a segment.
    pub width: i64,
    /// Segments of a row.
    pub segments: i64,
    pub rows: i64,
}

impl Cut {
    /// Cuts rows of a length for so many threads. Rows that start anywhere may touch
    /// a segment more.
    pub fn of(rows: i64, length: i64, threads: i64, is_aligned: bool) -> Cut {
        let wanted = length.max(1).unsigned_abs().next_power_of_two().min(WARP as u64) as i64;
        let dividing = 1 << threads.trailing_zeros().min(5);
        let width = wanted.min(dividing);
        let touched = if is_aligned { length } else { length + width - 1 };
        Cut { width, segments: touched.unsigned_abs().div_ceil(width as u64) as i64, rows }
    }
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

    /// What must hold of a row that may not exist.
    fn outer_conditions(
        &self,
        at: usize,
        place: &Poly,
        extent: &Poly,
        base: &Poly,
        conditions: &mut Vec<Expr>,
    ) -> Result<(), Refused> {
        let (added, taken) = place.parts();
        let low_is_known = self.facts.is_natural(base) || self.checked == Checked::No;
        if taken != Poly::default() && !low_is_known {
            conditions.push(Expr::binary(BinaryOp::Ge, added.to_expr(), taken.to_expr()));
        }
        let behind = base.plus_number(self.moved.extents[at]);
        if self.checked == Checked::Yes && !self.facts.is_at_most(&behind, extent) {
            let end = extent.plus(&taken);
            conditions.push(Expr::binary(BinaryOp::Lt, added.to_expr(), end.to_expr()));
        }
        if let Some(limit) = self.active_end(at)? {
            let limit = match taken == Poly::default() {
                true => limit,
                false => sum(limit, taken.to_expr()),
            };
            conditions.push(Expr::binary(BinaryOp::Lt, added.to_expr(), limit));
        }
        Ok(())
    }

    /// The first index in the GPU's memory that no iteration writes, where the last
    /// turn is not full.
    fn active_end(&self, at: usize) -> Result<Option<Expr>, Refused> {
        if self.direction == Direction::In {
            return Ok(None);
        }
        let Some(last) = &self.moved.active[at] else { return Ok(None) };
        if let Expr::Raw(_) = last {
            let place = self.origins.first().copied().unwrap_or_default();
            return Err(refuse("what this copies back is not known for the last turn", place)
                .note("the loop does not divide evenly, so that some threads have no iteration")
                .help("write a section that grows with one loop's variable, which counts by one"));
        }
        let from = Poly::of(&self.variable.section[at].0, self.constants);
        let end = Poly::of(last, self.constants).plus_number(1).minus(&from);
        Ok(Some(end.to_expr()))
    }

    /// The index of a row along an outer dimension.
    fn row_index(&self, at: usize, row: &Expr, rows: i64) -> Expr {
        let own = self.moved.extents[at];
        if own == 1 {
            return Expr::number(0);
        }
        let last = self.moved.extents.len() - 1;
        let below: i64 = self.moved.extents[at + 1..last].iter().product();
        let mut index = row.clone();
        if below > 1 {
            index = Expr::binary(BinaryOp::Div, index, Expr::number(below));
        }
        if below * own < rows {
            index = Expr::binary(BinaryOp::Rem, index, Expr::number(own));
        }
        index
    }

    /// How far what is moved begins behind what the block holds.
    fn shift(&self, at: usize) -> Result<i64, Refused> {
        let shift = self.moved.low[at].minus(&self.held.low[at]).as_number();
        let is_inside = |by: &i64| *by >= 0 && by + self.moved.extents[at] <= self.held.extents[at];
        shift.filter(is_inside).ok_or_else(|| {
            let place = self.origins.first().copied().unwrap_or_default();
            refuse("this section lies outside what is allocated in shared memory", place)
                .help("allocate at least what is copied")
        })
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sections_are_cut_into_segments_of_a_warp() {
        // Rows, length, threads, aligned; width, segments of a row.
        let cases = [
            ((16, 32, 256, true), (32, 1)),
            ((32, 16, 256, true), (16, 1)),
            ((10, 34, 256, false), (32, 3)),
            ((1, 100, 64, true), (32, 4)),
            ((1, 5, 3, true), (1, 5)),
            ((8, 7, 24, false), (8, 2)),
            ((8, 1, 64, true), (1, 1)),
        ];
        for ((rows, length, threads, is_aligned), (width, segments)) in cases {
            let cut = Cut::of(rows, length, threads, is_aligned);
            assert_eq!(cut, Cut { width, segments, rows }, "{rows} rows of {length}");
        }
    }
}
