//! A region as its threads execute it: loops spread, accesses redirected, shared
//! memory filled.
//!
//! Two ways of writing a body down. Where no thread waits for another, each goes
//! through its own iterations, and a thread without one skips the body. Where the
//! body has something that all threads do together (a barrier, a transfer), all of
//! them go through it turn by turn, and what belongs to an iteration alone is
//! guarded piece by piece.

mod together;

use crate::called::CalledFunctions;
use crate::context::{Context, Names, kind_of};
use crate::merge::Tile;
use crate::partition::LoopPlan;
use crate::prelude::Prelude;
use crate::redirect::{Redirection, unknown};
use crate::transfer::{LocalNames, and};
use crate::tree::{BinaryOp, Element, Expr, For, Stmt, StmtKind};
use crate::unit::{Unit, is_collective};
use crate::{Refused, refuse};
use std::collections::BTreeMap;
use warpbench_codes::{D0002, D0003};
use warpbench_front::diagnostic::Span;

/// Writes one unit down.
pub struct Emitter<'e, 'p> {
    pub unit: &'e Unit<'p>,
    pub functions: &'e mut CalledFunctions<'p>,
    pub names: Names,
    pub prelude: Prelude,
    pub(crate) local: LocalNames,
    /// The copies in force, the newest last, and all there are.
    pub(crate) tiles: Vec<Tile>,
    pub all_tiles: Vec<Tile>,
    /// The partitioned loops.
    pub loops: Vec<(LoopPlan, Span)>,
    elements: BTreeMap<String, Element>,
}

impl<'e, 'p> Emitter<'e, 'p> {
    pub fn new(unit: &'e Unit<'p>, functions: &'e mut CalledFunctions<'p>) -> Emitter<'e, 'p> {
        let mut names = Names::default();
        names.take_all(&unit.body);
        unit.types.keys().for_each(|name| names.take(name));
        unit.constants().keys().for_each(|name| names.take(name));
        unit.parsed.program.functions.iter().for_each(|function| names.take(&function.name));
        let local = LocalNames::new(&mut names);
        Emitter {
            elements: unit.elements(),
            unit,
            functions,
            names,
            prelude: Prelude::default(),
            local,
            tiles: Vec::new(),
            all_tiles: Vec::new(),
            loops: Vec::new(),
        }
    }

    /// The whole body.
    pub fn body(&mut self) -> Result<Vec<Stmt>, Refused> {
        let unit = self.unit;
        let mut context = Context::new(unit.constants(), &unit.grid);
        context.outside(&unit.types);
        context.depth = unit.depth;
        context.varying = unit.varying.clone();
        self.block(&unit.body, context, &[])
    }

    pub(crate) fn is_collective(&self, stmt: &Stmt) -> bool {
        is_collective(stmt, self.unit.parsed)
    }

    /// The statements of a block, for threads of which a guard says whether they
    /// have an iteration.
    pub(crate) fn block(
        &mut self,
        stmts: &[Stmt],
        mut context: Context<'e>,
        guard: &[Expr],
    ) -> Result<Vec<Stmt>, Refused> {
        let outer = self.tiles.len();
        let written = if stmts.iter().any(|stmt| self.is_collective(stmt)) {
            self.together(stmts, context, guard)?
        } else {
            let mut inner = Vec::new();
            for stmt in stmts {
                inner.extend(self.alone(stmt, &mut context)?);
            }
            guarded(guard, inner, stmts)
        };
        self.tiles.truncate(outer);
        Ok(written)
    }

    pub(crate) fn redirect(
        &mut self,
        expr: &Expr,
        context: &Context<'e>,
        place: Span,
    ) -> Result<Expr, Refused> {
        let mut redirection =
            Redirection { unit: self.unit, context, tiles: &self.tiles, functions: self.functions };
        redirection.expr(expr, place)
    }

    /// A statement in which no thread waits for another.
    fn alone(&mut self, stmt: &Stmt, context: &mut Context<'e>) -> Result<Vec<Stmt>, Refused> {
        let place = stmt.span();
        let kind = match &stmt.kind {
            StmtKind::Let { name, is_mutable, ty, value } => {
                let written = value.as_ref();
                let written = written.map(|value| self.redirect(value, context, place));
                let written = written.transpose()?;
                context.declare(name, *is_mutable, value.as_ref());
                if let Some(element) = value.as_ref().and_then(|v| kind_of(v, &self.elements)) {
                    self.elements.insert(name.clone(), element);
                }
                StmtKind::Let {
                    name: name.clone(),
                    is_mutable: *is_mutable,
                    ty: ty.clone(),
                    value: written,
                }
            }
            StmtKind::Assign { target, op, value } => {
                self.check_target(target, place)?;
                StmtKind::Assign {
                    target: self.redirect(target, context, place)?,
                    op: *op,
                    value: self.redirect(value, context, place)?,
                }
            }
            StmtKind::For(own) if own.partition.is_some() => {
                return self.partitioned_alone(own, context, &stmt.origins);
            }
            StmtKind::For(own) => {
                let first = own.var.clone();
                let inner = context.inside(own, &first)?;
                let body = self.block(&own.body, inner, &[])?;
                let (start, end) = (
                    self.redirect(&own.start, context, place)?,
                    self.redirect(&own.end, context, place)?,
                );
                StmtKind::For(Box::new(For { start, end, body, ..(**own).clone() }))
            }
            StmtKind::While { condition, body } => {
                let condition = self.redirect(condition, context, place)?;
                StmtKind::While { condition, body: self.conditional(body, context)? }
            }
            StmtKind::If { condition, then, otherwise } => StmtKind::If {
                condition: self.redirect(condition, context, place)?,
                then: self.conditional(then, context)?,
                otherwise: match otherwise {
                    None => None,
                    Some(otherwise) => Some(self.conditional(otherwise, context)?),
                },
            },
            StmtKind::Block(body) => StmtKind::Block(self.block(body, context.clone(), &[])?),
            StmtKind::Expr(expr) => StmtKind::Expr(self.redirect(expr, context, place)?),
            StmtKind::Value(expr) => StmtKind::Value(self.redirect(expr, context, place)?),
            StmtKind::Break => StmtKind::Break,
            StmtKind::Continue => StmtKind::Continue,
            StmtKind::Return(value) if self.unit.function.is_some() => {
                let value = value.as_ref();
                let value = value.map(|value| self.redirect(value, context, place)).transpose()?;
                StmtKind::Return(value)
            }
            StmtKind::Return(_) => {
                return Err(refuse(
                    D0002,
                    "a kernel's region cannot return from its function",
                    place,
                )
                .help("put what follows into an `if`"));
            }
            StmtKind::Singular(body) => return self.singular(body, context, &stmt.origins),
            StmtKind::Kernel(kernel) => {
                return Err(refuse(D0003, "a kernel stands inside of another", kernel.span)
                    .help("end the outer region before it"));
            }
            StmtKind::Raw(_) => return Err(unknown(place)),
            StmtKind::Data(_) => {
                return Err(refuse(D0003, "this directive stands inside a kernel", place)
                    .help("the host manages global memory: write it before the kernel"));
            }
            StmtKind::Barrier | StmtKind::Shared(_) | StmtKind::Comment(_) => stmt.kind.clone(),
        };
        Ok(vec![Stmt::new(kind, &stmt.origins)])
    }

    fn conditional(&mut self, body: &[Stmt], context: &Context<'e>) -> Result<Vec<Stmt>, Refused> {
        let mut inner = context.clone();
        inner.conditions += 1;
        self.block(body, inner, &[])
    }

    /// A kernel keeps its variables to itself: what it writes must be in memory.
    fn check_target(&self, target: &Expr, place: Span) -> Result<(), Refused> {
        let name = match target.bare() {
            Expr::Name(name) => name,
            Expr::Unary(_, inner) => match inner.bare() {
                Expr::Name(name) => name,
                _ => return Ok(()),
            },
            _ => return Ok(()),
        };
        let is_outside = self.unit.function.is_none() && self.unit.types.contains_key(name);
        if is_outside && !self.unit.variables.contains_key(name) {
            return Err(refuse(
                D0002,
                format!("the kernel writes `{name}`, which is the host's"),
                place,
            )
            .note("a kernel is passed numbers by value")
            .help(format!(
                "declare it inside the kernel, or bring it: `hicuda! {{ global alloc {name} \
                     copyin }}` and `copyout {name}`"
            )));
        }
        Ok(())
    }

    /// What one thread of each block does.
    fn singular(
        &mut self,
        body: &[Stmt],
        context: &Context<'e>,
        origins: &[Span],
    ) -> Result<Vec<Stmt>, Refused> {
        let span = origins.last().copied().unwrap_or_default();
        let is_partition =
            |kind: &StmtKind| matches!(kind, StmtKind::For(own) if own.partition.is_some());
        if body.iter().any(|stmt| stmt.has(&is_partition)) {
            return Err(refuse(D0003, "a `singular` region has a `loop_partition`", span)
                .note("one thread executes the region, and has nobody to share a loop with")
                .help("leave out one of the two"));
        }
        if context.in_threads() {
            return Err(refuse(D0003, "`singular` stands in a loop that threads share", span)
                .note("the first thread would do its own iterations only, and those of others be lost")
                .help("write it outside of the loop with `over_thread`"));
        }
        if let Some(name) = body.iter().find_map(|stmt| assigned_outside(stmt, body)) {
            let is_in_memory = self.unit.variables.contains_key(&name);
            if !is_in_memory {
                return Err(refuse(D0003, format!("a `singular` region writes `{name}`"), span)
                    .note("every thread has its own, and only that of one thread would change")
                    .help(
                        "write to an array in shared or global memory, with a barrier behind it",
                    ));
            }
        }
        let inner = self.block(body, context.clone(), &[])?;
        let comment = format!("{}: one thread of the block.", self.words(span));
        let mut written = vec![Stmt::new(StmtKind::Comment(comment), origins)];
        if self.unit.grid.block_threads() == 1 {
            written.push(Stmt::new(StmtKind::Block(inner), origins));
            return Ok(written);
        }
        let thread = self.prelude.linear(&self.unit.grid, &mut self.names);
        let condition = Expr::binary(BinaryOp::Eq, Expr::name(&thread), Expr::number(0));
        written.push(Stmt::new(StmtKind::If { condition, then: inner, otherwise: None }, origins));
        Ok(written)
    }

    /// A directive and its line, for comments.
    pub(crate) fn words(&self, span: Span) -> String {
        crate::text::directive_and_line(self.unit.text, span)
    }
}

/// Statements that only threads with an iteration do.
pub(crate) fn guarded(guard: &[Expr], inner: Vec<Stmt>, from: &[Stmt]) -> Vec<Stmt> {
    let Some(condition) = guard.iter().cloned().reduce(and) else { return inner };
    if inner.is_empty() {
        return inner;
    }
    let own = inner.first().or(from.first());
    let origins = own.map(|stmt| stmt.origins.clone()).unwrap_or_default();
    vec![Stmt { kind: StmtKind::If { condition, then: inner, otherwise: None }, origins }]
}

/// A variable that a region writes and does not declare.
fn assigned_outside(stmt: &Stmt, region: &[Stmt]) -> Option<String> {
    if let StmtKind::Assign { target, .. } = &stmt.kind
        && let Expr::Name(name) = target.bare()
        && !declares(region, name)
    {
        return Some(name.clone());
    }
    stmt.blocks().into_iter().flatten().find_map(|inner| assigned_outside(inner, region))
}

fn declares(stmts: &[Stmt], name: &str) -> bool {
    stmts.iter().any(|stmt| {
        matches!(&stmt.kind, StmtKind::Let { name: own, .. } if own == name)
            || stmt.blocks().iter().any(|body| declares(body, name))
    })
}
