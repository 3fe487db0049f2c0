//! The elements of a row: which lane moves which, in which segment.

use super::{Cut, Transfer, and};
use crate::Refused;
use crate::poly::{Poly, sum};
use crate::tree::{BinaryOp, Expr, Stmt, StmtKind};

impl Transfer<'_> {
    /// Elements whose rows start at a segment's start.
    pub(super) fn aligned(
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
        self.each_segment(cut, stmts)
    }

    /// Elements whose rows start anywhere, and may end before or begin behind it.
    #[expect(clippy::too_many_arguments, reason = "they are the parts of one index")]
    pub(super) fn unaligned(
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
        // Nothing cuts the row short.
        let is_whole = !is_checked && self.active_end(last)?.is_none();
        stmts.push(self.set(&names.start, in_row(low)));
        if !is_whole {
            stmts.push(self.set(&names.end, in_row(high)));
        }
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
        let mut inner = vec![self.set(&names.at, own)];
        if is_whole {
            let col = match cut.width {
                1 => Expr::binary(BinaryOp::Sub, at.clone(), start),
                _ => {
                    let why = "What lies before the start of the row wraps around to a number that \
                               is too large.";
                    inner.push(Stmt::new(StmtKind::Comment(why.to_owned()), self.origins));
                    Expr::method(at.clone(), "wrapping_sub", vec![start])
                }
            };
            inner.push(self.set(&names.col, col));
            let in_section = Poly::name(&names.col);
            let copy = self.copy(in_tile.plus(&in_section).plus_number(shift).to_expr(), at);
            let condition =
                Expr::binary(BinaryOp::Lt, Expr::name(&names.col), Expr::number(length));
            inner.push(self.when(condition, vec![copy]));
            stmts.extend(self.each_segment(cut, inner));
            return Ok(stmts);
        }
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
        inner.push(self.when(condition, vec![copy]));
        stmts.extend(self.each_segment(cut, inner));
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
        if cut.rows > 1 && !cut.is_by_rows(self.threads) {
            segment = Expr::binary(BinaryOp::Rem, segment, Expr::number(cut.segments));
        }
        if cut.width == 1 {
            return segment;
        }
        let start = Expr::binary(BinaryOp::Mul, segment, Expr::number(cut.width));
        sum(start, lane)
    }

    /// The segments of a row, where a team has all of them.
    fn each_segment(&self, cut: Cut, body: Vec<Stmt>) -> Vec<Stmt> {
        match cut.segments > 1 && cut.is_by_rows(self.threads) {
            true => vec![self.counted(&self.names.segment, cut.segments, body)],
            false => body,
        }
    }
}
