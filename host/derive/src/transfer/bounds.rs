//! Bounds of a transfer: where its elements lie, and which of them there are.

use super::{Direction, Transfer};
use crate::poly::{Poly, sum};
use crate::tree::{BinaryOp, Checked, Expr};
use crate::{Refused, refuse};
use warpbench_codes::D0007;

impl Transfer<'_> {
    /// What must hold of a row that may not exist.
    pub(super) fn outer_conditions(
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
    pub(super) fn active_end(&self, at: usize) -> Result<Option<Expr>, Refused> {
        if self.direction == Direction::In {
            return Ok(None);
        }
        let Some(last) = &self.moved.active[at] else { return Ok(None) };
        if let Expr::Raw(_) = last {
            let place = self.origins.first().copied().unwrap_or_default();
            return Err(refuse(
                D0007,
                "what this copies back is not known for the last turn",
                place,
            )
            .note("the loop does not divide evenly, so that some threads have no iteration")
            .help("write a section that grows with one loop's variable, which counts by one"));
        }
        let from = Poly::of(&self.variable.section[at].0, self.constants);
        let end = Poly::of(last, self.constants).plus_number(1).minus(&from);
        Ok(Some(end.to_expr()))
    }

    /// The index of a row along an outer dimension.
    pub(super) fn row_index(&self, at: usize, row: &Expr, rows: i64) -> Expr {
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
    pub(super) fn shift(&self, at: usize) -> Result<i64, Refused> {
        let shift = self.moved.low[at].minus(&self.held.low[at]).as_number();
        let is_inside = |by: &i64| *by >= 0 && by + self.moved.extents[at] <= self.held.extents[at];
        shift.filter(is_inside).ok_or_else(|| {
            let place = self.origins.first().copied().unwrap_or_default();
            refuse(D0007, "this section lies outside what is allocated in shared memory", place)
                .help("allocate at least what is copied")
        })
    }
}
