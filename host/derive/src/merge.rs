//! Shared sections, merged over the iterations that run at once.
//!
//! A directive says what one iteration needs. The threads of a block work on
//! neighbouring iterations at the same time, and the block's memory must hold what
//! all of them need: the section with each shared loop's variable running over the
//! iterations of one turn.

use crate::context::Context;
use crate::device::DeviceVariable;
use crate::poly::Poly;
use crate::tree::{Checked, Element, Expr, Section, SectionRange};
use crate::{Refused, refuse};
use std::fmt;
use warpbench_codes::{D0001, D0007};
use warpbench_front::diagnostic::Span;

/// The most bytes of shared memory that a kernel gets without asking for more.
pub const MOST_BYTES: u64 = 48 << 10;

/// A block's copy of a part of an array.
#[derive(Clone, Debug)]
pub struct Tile {
    pub array: String,
    /// What the kernel calls it.
    pub name: String,
    pub element: Element,
    pub part: MergedSection,
    /// The part that is fetched, if one is.
    pub fill: Option<(MergedSection, Checked)>,
    pub span: Span,
}

/// A section of all iterations that run at once.
#[derive(Clone, Debug)]
pub struct MergedSection {
    /// The first index along each dimension.
    pub low: Vec<Poly>,
    /// How many indices there are.
    pub extents: Vec<i64>,
    /// The last index along each dimension that an iteration needs which exists,
    /// where some of a turn may not.
    pub active: Vec<Option<Expr>>,
}

impl MergedSection {
    pub fn elements(&self) -> i64 {
        self.extents.iter().product()
    }
}

/// Merges a section over the threads of a block.
pub fn merge(
    section: &Section,
    variable: &DeviceVariable,
    context: &Context<'_>,
) -> Result<MergedSection, Refused> {
    if section.ranges.len() != variable.shape.len() || section.ranges.is_empty() {
        let message = format!("`{}` has {} dimensions", section.array, variable.shape.len());
        return Err(refuse(D0001, message, section.span).help("write a range for each dimension"));
    }
    let mut merged = MergedSection { low: Vec::new(), extents: Vec::new(), active: Vec::new() };
    for (range, (from, to)) in section.ranges.iter().zip(&variable.section) {
        let (first, last) = match range {
            SectionRange::All => (from, to),
            SectionRange::FromTo(first, last) => (first, last),
        };
        let (mut low, mut high) = (context.poly(first), context.poly(last));
        let mut active = None;
        for level in context.levels.iter().rev() {
            let Some(plan) = level.plan.as_ref().filter(|plan| plan.threads.is_some()) else {
                continue;
            };
            if !low.mentions(&level.var) && !high.mentions(&level.var) {
                continue;
            }
            let factor = |poly: &Poly| {
                poly.is_affine_in(&level.var)
                    .then(|| poly.coefficient(&level.var).as_number())
                    .flatten()
            };
            let (Some(of_low), Some(of_high), Some(stride)) =
                (factor(&low), factor(&high), plan.thread_stride())
            else {
                return Err(not_affine(section, &level.var));
            };
            let reach = stride * (plan.turn() - 1);
            if !plan.is_even {
                let before = active.take();
                active = active_high(&high, of_high, of_low, reach, level, plan, section)?;
                if before.is_some() {
                    active = Some(Expr::Raw(String::new()));
                }
            }
            let shifted = |by: i64| Poly::name(&level.first).plus_number(by);
            low = low.replace(&level.var, &shifted(if of_low < 0 { reach } else { 0 }));
            high = high.replace(&level.var, &shifted(if of_high > 0 { reach } else { 0 }));
        }
        if let Some(name) = context.varying.iter().find(|name| low.mentions(name)) {
            return Err(not_affine(section, name));
        }
        let extent = high.minus(&low).plus_number(1).as_number();
        let Some(extent) = extent.filter(|extent| *extent > 0) else {
            return Err(refuse(D0007, "the size of this section is not known", section.span)
                .label(format!("from {low} to {high} for a block"))
                .note("shared memory is set aside when the kernel is compiled")
                .help("write ranges whose length is a number: `a[i][kk:kk + 31]`"));
        };
        merged.low.push(low);
        merged.extents.push(extent);
        merged.active.push(active);
    }
    Ok(merged)
}

/// The last index that is needed where the last turn is not full.
fn active_high(
    high: &Poly,
    of_high: i64,
    of_low: i64,
    reach: i64,
    level: &crate::context::Level,
    plan: &crate::partition::LoopPlan,
    section: &Section,
) -> Result<Option<Expr>, Refused> {
    if of_high <= 0 || of_low < 0 || plan.step != 1 {
        // Only what is written back has to know; it says so there.
        return Ok(Some(Expr::Raw(String::new())));
    }
    let last = Poly::name(&level.first).plus_number(reach).to_expr();
    let end = Poly::of(&plan.end, &crate::constant::Values::new()).plus_number(-1).to_expr();
    let last = Expr::method(last, "min", vec![end]);
    let rest = high.replace(&level.var, &Poly::default());
    if rest.mentions(&level.var) {
        return Err(not_affine(section, &level.var));
    }
    let last = Poly::of(&last, &crate::constant::Values::new());
    Ok(Some(rest.plus(&last.times(of_high)).to_expr()))
}

fn not_affine(section: &Section, var: &str) -> Refused {
    refuse(D0007, format!("this section does not follow `{var}` evenly"), section.span)
        .note("the sections of all threads are merged, which takes sums of loop variables and numbers")
        .help("write bounds such as `2 * i + 1`, of the variables of the loops around")
}

impl fmt::Display for Tile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} holds {}", self.name, self.array)?;
        write!(f, "{}", self.part)?;
        match &self.fill {
            Some((fill, _)) => write!(f, ", and fetches {}{fill}", self.array),
            None => Ok(()),
        }
    }
}

impl fmt::Display for MergedSection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (low, extent) in self.low.iter().zip(&self.extents) {
            match extent {
                1 => write!(f, "[{low}]")?,
                _ => write!(f, "[{low}:{}]", low.plus_number(extent - 1))?,
            }
        }
        Ok(())
    }
}
