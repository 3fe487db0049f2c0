//! Access sections: which parts of arrays a kernel reads and writes, loop by loop, and which
//! iterations get into each other's way.
//!
//! The indices of an access are projected onto the loops around it. What cannot be
//! told is taken for the whole array. An access that is shown to lie outside of what
//! the directives bring is refused; one that is shown to depend on another iteration
//! of a partitioned loop is a warning, because the race detector is the judge; so is a
//! change of an element that loaded values choose ([`collide`](crate::collide)).

use crate::collide::{self, Origins};
use crate::context::Context;
use crate::partition::LoopPlan;
use crate::poly::Poly;
use crate::redirect::indices_of;
use crate::tree::{Expr, Section, SectionRange, Shared, Stmt, StmtKind};
use crate::unit::Unit;
use crate::{Refused, refuse};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use warpbench_codes::{D0005, D0006, D0007};
use warpbench_front::Diagnostic;
use warpbench_front::diagnostic::Span;

/// An access of an array.
#[derive(Clone, Debug)]
struct Access {
    array: String,
    /// Its indices, where they can be told.
    indices: Option<Vec<Poly>>,
    is_write: bool,
    /// The partitioned loops around, with how far their variables reach.
    loops: Vec<(String, Option<i64>)>,
    place: Span,
}

/// What is known of an array's use.
#[derive(Clone, Debug, Default)]
pub struct ArrayUse {
    pub is_read: bool,
    pub is_written: bool,
    /// First and last index along each dimension, as far as all accesses are known.
    pub section: Option<Vec<(Poly, Poly)>>,
}

#[derive(Clone, Debug, Default)]
pub struct Accesses {
    pub kernel: String,
    pub arrays: BTreeMap<String, ArrayUse>,
    pub warnings: Vec<Diagnostic>,
}

/// Analyses a kernel.
pub fn analyse(unit: &Unit<'_>) -> Result<Accesses, Refused> {
    let mut context = Context::new(unit.constants(), &unit.grid);
    context.outside(&unit.types);
    context.depth = unit.depth;
    let mut analysis = Analysis {
        unit,
        origins: Origins::of(&unit.body),
        pinned: BTreeSet::new(),
        all: Vec::new(),
        found: Accesses { kernel: unit.name.clone(), ..Accesses::default() },
    };
    analysis.block(&unit.body, &mut context)?;
    analysis.dependences();
    Ok(analysis.found)
}

struct Analysis<'a, 'p> {
    unit: &'a Unit<'p>,
    origins: Origins,
    /// Variables that the conditions around allow one value only.
    pinned: BTreeSet<String>,
    all: Vec<Access>,
    found: Accesses,
}

impl<'a> Analysis<'a, '_> {
    fn block(&mut self, stmts: &[Stmt], context: &mut Context<'a>) -> Result<(), Refused> {
        for stmt in stmts {
            self.stmt(stmt, context)?;
        }
        Ok(())
    }

    fn stmt(&mut self, stmt: &Stmt, context: &mut Context<'a>) -> Result<(), Refused> {
        let place = stmt.span();
        match &stmt.kind {
            StmtKind::Assign { target, op, value } => {
                self.expr(value, context, place)?;
                match target.bare() {
                    Expr::Index(array, indices) => {
                        for index in indices {
                            self.expr(index, context, place)?;
                        }
                        let place = target.place().unwrap_or(place);
                        if op.is_some() {
                            self.access(array, indices, false, context, place)?;
                        }
                        self.access(array, indices, true, context, place)?;
                        if op.is_some() || collide::is_made_of(value, array, indices) {
                            self.changed(array, indices, context, place);
                        }
                    }
                    Expr::Name(name) => self.assigned(name, op.is_some(), context, place),
                    _ => self.expr(target, context, place)?,
                }
                return Ok(());
            }
            StmtKind::Shared(Shared::Alloc { variable, .. }) => self.known(variable)?,
            _ => {}
        }
        for expr in stmt.exprs() {
            self.expr(expr, context, place)?;
        }
        match &stmt.kind {
            StmtKind::Let { name, is_mutable, value, .. } => {
                context.declare(name, *is_mutable, value.as_ref());
                Ok(())
            }
            StmtKind::For(own) => {
                let first = format!("{}_first", own.var);
                let mut inner = context.inside(own, &first)?;
                self.block(&own.body, &mut inner)
            }
            StmtKind::If { condition, then, otherwise } => {
                let mut inner = context.clone();
                inner.conditions += 1;
                let outside = self.pinned.clone();
                self.pinned.extend(collide::pinned(condition));
                self.block(then, &mut inner.clone())?;
                self.pinned = outside;
                otherwise.as_ref().map_or(Ok(()), |body| self.block(body, &mut inner))
            }
            StmtKind::While { body, .. } => {
                let mut inner = context.clone();
                inner.conditions += 1;
                self.block(body, &mut inner)
            }
            _ => {
                for body in stmt.blocks() {
                    self.block(body, &mut context.clone())?;
                }
                Ok(())
            }
        }
    }

    /// A section of shared memory must be of an array that is there.
    fn known(&self, section: &Section) -> Result<(), Refused> {
        let is_backwards = section.ranges.iter().any(|range| match range {
            SectionRange::All => false,
            SectionRange::FromTo(from, to) => {
                let length = Poly::of(to, self.unit.constants())
                    .minus(&Poly::of(from, self.unit.constants()));
                length.as_number().is_some_and(|length| length < 0)
            }
        });
        match is_backwards {
            true => Err(refuse(D0007, "this section ends before it begins", section.span)
                .help("write the smaller index first: `[i - 1:i + 1]`")),
            false => Ok(()),
        }
    }

    fn expr(&mut self, expr: &Expr, context: &Context<'a>, place: Span) -> Result<(), Refused> {
        let place = expr.place().unwrap_or(place);
        if let Expr::Index(array, indices) = expr {
            self.access(array, indices, false, context, place)?;
        }
        for part in expr.parts() {
            self.expr(part, context, place)?;
        }
        Ok(())
    }

    fn access(
        &mut self,
        array: &str,
        indices: &[Expr],
        is_write: bool,
        context: &Context<'a>,
        place: Span,
    ) -> Result<(), Refused> {
        let Some(own) = self.unit.variables.get(array) else { return Ok(()) };
        let polys = indices_of(own, indices, context, self.unit);
        let section: Option<Vec<(Poly, Poly)>> = polys.as_ref().and_then(|polys| {
            let ends = |poly: &Poly| {
                Some((context.facts.extreme(poly, false)?, context.facts.extreme(poly, true)?))
            };
            polys.iter().map(ends).collect()
        });
        if let Some(section) = section.as_ref().filter(|_| context.conditions == 0) {
            for ((low, high), (from, to)) in section.iter().zip(&own.section) {
                let (from, to) =
                    (Poly::of(from, self.unit.constants()), Poly::of(to, self.unit.constants()));
                let is_below = |a: &Poly, b: &Poly| b.minus(a).as_number().is_some_and(|by| by > 0);
                if is_below(low, &from) || is_below(&to, high) {
                    let message = format!("this access of `{array}` leaves what is on the GPU");
                    return Err(refuse(D0007, message, place)
                        .label(format!("from {low} to {high}, and there is {from} to {to}"))
                        .other(own.span, "this brings it")
                        .help("bring a larger section, or bound the loop"));
                }
            }
        }
        let is_first = !self.found.arrays.contains_key(array);
        let summary = self.found.arrays.entry(array.to_owned()).or_default();
        summary.is_read |= !is_write;
        summary.is_written |= is_write;
        summary.section = match (is_first, summary.section.take(), section) {
            (true, _, section) => section,
            (false, Some(before), Some(section)) => joined(&before, &section),
            _ => None,
        };
        let loops = context.levels.iter().filter_map(|level| {
            let plan = level.plan.as_ref()?;
            // A loop whose length nobody knows is taken for a long one.
            let unknown = (context.conditions == 0).then_some(i64::MAX);
            let reach = plan.count.map_or(unknown, |count| Some((count - 1) * plan.step));
            Some((level.var.clone(), reach))
        });
        self.all.push(Access {
            array: array.to_owned(),
            indices: polys,
            is_write,
            loops: loops.collect(),
            place,
        });
        Ok(())
    }

    /// An element that is changed, and not only written.
    fn changed(&mut self, array: &str, indices: &[Expr], context: &Context<'a>, place: Span) {
        if !self.unit.variables.contains_key(array) {
            return;
        }
        let loops = context
            .levels
            .iter()
            .filter(|own| own.plan.as_ref().is_some_and(LoopPlan::is_parallel));
        let loops: Vec<&str> = loops.map(|level| level.var.as_str()).collect();
        let found = self.origins.warning(array, indices, &loops, &self.pinned, place);
        self.found.warnings.extend(found);
    }

    /// A variable of the kernel that is written in a loop around which it is declared.
    fn assigned(&mut self, name: &str, is_sum: bool, context: &Context<'a>, place: Span) {
        let is_inner =
            |level: &crate::context::Level| level.plan.is_some() && level.outer.contains(name);
        let Some(level) = context.levels.iter().find(|level| is_inner(level)) else { return };
        if is_sum && !self.unit.variables.contains_key(name) {
            let warning = Diagnostic::warning(
                D0006,
                format!(
                    "iterations of `{}` add to `{name}`, and each thread has its own",
                    level.var
                ),
                place,
            )
            .help("let each iteration write its part to an array, and add those up");
            self.found.warnings.push(warning);
        }
    }

    /// Writes that meet another iteration's access.
    fn dependences(&mut self) {
        let mut warnings = Vec::new();
        for (at, write) in self.all.iter().enumerate().filter(|(_, own)| own.is_write) {
            for (other_at, other) in self.all.iter().enumerate() {
                if other.array != write.array || (other.is_write && other_at > at) {
                    continue;
                }
                for (var, reach) in &write.loops {
                    if !other.loops.iter().any(|(own, _)| own == var) {
                        continue;
                    }
                    let mut indices = [write, other].into_iter().flat_map(|own| &own.indices);
                    if indices.any(|own| own.iter().any(|index| self.origins.is_opaque(index, var)))
                    {
                        continue;
                    }
                    let Some(apart) = distance(write, other, var, *reach) else { continue };
                    let which = match apart {
                        Some(apart) => format!("{} apart", apart.abs()),
                        None => "all of them".to_owned(),
                    };
                    let message = format!(
                        "iterations of `{var}` depend on each other through `{}`: {which}",
                        write.array
                    );
                    let mut warning = Diagnostic::warning(D0005, message, write.place).help(
                        "what one iteration needs of another has no order when they run at once",
                    );
                    if other.place != write.place {
                        warning = warning.other(other.place, "this is the other access");
                    }
                    let known = |own: &Diagnostic| own.span == warning.span;
                    if !warnings.iter().chain(&self.found.warnings).any(known) {
                        warnings.push(warning);
                    }
                }
            }
        }
        self.found.warnings.extend(warnings);
    }
}

/// How many iterations of a loop lie between two accesses of the same element: so many,
/// or any number of them. Nothing where no such pair can be shown.
fn distance(write: &Access, other: &Access, var: &str, reach: Option<i64>) -> Option<Option<i64>> {
    let (Some(a), Some(b)) = (&write.indices, &other.indices) else { return None };
    let mut apart: Option<i64> = None;
    for (a, b) in a.iter().zip(b) {
        if !a.is_affine_in(var) || !b.is_affine_in(var) {
            return None;
        }
        let difference = a.minus(b).as_number()?;
        let factor = a.coefficient(var).as_number()?;
        match factor {
            0 if difference == 0 => {}
            0 => return None,
            _ if difference % factor != 0 => return None,
            _ => {
                let own = difference / factor;
                if apart.is_some_and(|before| before != own) {
                    return None;
                }
                apart = Some(own);
            }
        }
    }
    match apart {
        Some(0) => None,
        Some(own) => reach.is_some_and(|reach| own.abs() <= reach).then_some(Some(own)),
        None => reach.is_some_and(|reach| reach > 0).then_some(None),
    }
}

/// The smallest section around two, where their ends can be compared.
fn joined(a: &[(Poly, Poly)], b: &[(Poly, Poly)]) -> Option<Vec<(Poly, Poly)>> {
    let join = |((low, high), (other_low, other_high)): (&(Poly, Poly), &(Poly, Poly))| {
        let low = match other_low.minus(low).as_number()? < 0 {
            true => other_low.clone(),
            false => low.clone(),
        };
        let high = match other_high.minus(high).as_number()? > 0 {
            true => other_high.clone(),
            false => high.clone(),
        };
        Some((low, high))
    };
    a.iter().zip(b).map(join).collect()
}

impl fmt::Display for Accesses {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}", self.kernel)?;
        for (array, own) in &self.arrays {
            let verb = match (own.is_read, own.is_written) {
                (true, true) => "reads and writes",
                (false, true) => "writes",
                _ => "reads",
            };
            let section = match &own.section {
                None => " as a whole".to_owned(),
                Some(section) => {
                    section.iter().map(|(low, high)| format!("[{low}:{high}]")).collect()
                }
            };
            writeln!(f, "  {verb} {array}{section}")?;
        }
        Ok(())
    }
}
