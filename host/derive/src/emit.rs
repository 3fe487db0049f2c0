//! A region as its threads execute it: loops spread, accesses redirected, shared
//! memory filled.
//!
//! Two ways of writing a body down. Where no thread waits for another, each goes
//! through its own iterations, and a thread without one skips the body. Where the
//! body has something that all threads do together (a barrier, a transfer), all of
//! them go through it turn by turn, and what belongs to an iteration alone is
//! guarded piece by piece.

use crate::called::CalledFunctions;
use crate::context::{Context, Names, zero_of};
use crate::merge::Tile;
use crate::partition::LoopPlan;
use crate::poly::mentions;
use crate::prelude::Prelude;
use crate::redirect::{Redirection, unknown};
use crate::transfer::{LocalNames, and};
use crate::tree::{BinaryOp, Element, Expr, For, Stmt, StmtKind};
use crate::unit::{Unit, is_collective};
use crate::{Refused, refuse};
use std::collections::BTreeMap;
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
                if let Some(zero) = value.as_ref().and_then(|v| zero_of(v, &self.elements)) {
                    let element = match zero {
                        "0.0" => Element::F32,
                        "false" => Element::Bool,
                        _ => Element::I32,
                    };
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
                return Err(refuse("a kernel's region cannot return from its function", place)
                    .help("put what follows into an `if`"));
            }
            StmtKind::Singular(body) => return self.singular(body, context, &stmt.origins),
            StmtKind::Kernel(kernel) => {
                return Err(refuse("a kernel stands inside of another", kernel.span)
                    .help("end the outer region before it"));
            }
            StmtKind::Raw(_) => return Err(unknown(place)),
            StmtKind::Data(_) => {
                return Err(refuse("this directive stands inside a kernel", place)
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
            return Err(refuse(format!("the kernel writes `{name}`, which is the host's"), place)
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
            return Err(refuse("a `singular` region has a `loop_partition`", span)
                .note("one thread executes the region, and has nobody to share a loop with")
                .help("leave out one of the two"));
        }
        if context.in_threads() {
            return Err(refuse("`singular` stands in a loop that threads share", span)
                .note("the first thread would do its own iterations only, and those of others be lost")
                .help("write it outside of the loop with `over_thread`"));
        }
        if let Some(name) = body.iter().find_map(|stmt| assigned_outside(stmt, body)) {
            let is_in_memory = self.unit.variables.contains_key(&name);
            if !is_in_memory {
                return Err(refuse(format!("a `singular` region writes `{name}`"), span)
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

    /// Statements some of which all threads do together.
    fn together(
        &mut self,
        stmts: &[Stmt],
        mut context: Context<'e>,
        guard: &[Expr],
    ) -> Result<Vec<Stmt>, Refused> {
        let mut written = Vec::new();
        let mut waiting: Vec<Stmt> = Vec::new();
        for (at, stmt) in stmts.iter().enumerate() {
            if self.is_collective(stmt) {
                written.extend(guarded(guard, std::mem::take(&mut waiting), stmts));
                written.extend(self.collective(stmt, &mut context, guard)?);
                continue;
            }
            let own = self.alone(stmt, &mut context)?;
            if guard.is_empty() {
                written.extend(own);
                continue;
            }
            let next = stmts[at..].iter().position(|stmt| self.is_collective(stmt));
            let later = next.map_or(&[][..], |next| &stmts[at + next..]);
            match &stmt.kind {
                StmtKind::Let { name, value, ty, .. } if is_used(later, name) => {
                    written.extend(guarded(guard, std::mem::take(&mut waiting), stmts));
                    let kept = self.kept(stmt, name, value.as_ref(), ty.as_deref(), own)?;
                    written.push(kept.0);
                    waiting.extend(kept.1);
                }
                _ => waiting.extend(own),
            }
        }
        written.extend(guarded(guard, waiting, stmts));
        Ok(written)
    }

    /// A variable that lives on beyond the guard it is set in: its declaration, and
    /// what sets it.
    fn kept(
        &self,
        stmt: &Stmt,
        name: &str,
        value: Option<&Expr>,
        ty: Option<&str>,
        own: Vec<Stmt>,
    ) -> Result<(Stmt, Option<Stmt>), Refused> {
        let own = own.into_iter().next_back();
        let Some(own) = own else { return Err(unknown(stmt.span())) };
        let Some(value) = value.filter(|value| !is_harmless(value)) else {
            return Ok((own, None));
        };
        let zero = ty.and_then(Element::of).map(Element::zero);
        let zero = zero.or_else(|| zero_of(value, &self.elements)).ok_or_else(|| {
            refuse(format!("the type of `{name}` does not show"), stmt.span())
                .note("threads without an iteration must have one too, because a barrier follows")
                .help(format!("write it: `let {name}: f32 = …`"))
        })?;
        let StmtKind::Let { value: Some(written), .. } = own.kind else {
            return Err(unknown(stmt.span()));
        };
        let declared = StmtKind::Let {
            name: name.to_owned(),
            is_mutable: true,
            ty: ty.map(str::to_owned),
            value: Some(Expr::Literal(zero.to_owned())),
        };
        let set = StmtKind::Assign { target: Expr::name(name), op: None, value: written };
        Ok((Stmt::new(declared, &stmt.origins), Some(Stmt::new(set, &stmt.origins))))
    }

    /// A statement that all threads do together.
    fn collective(
        &mut self,
        stmt: &Stmt,
        context: &mut Context<'e>,
        guard: &[Expr],
    ) -> Result<Vec<Stmt>, Refused> {
        let place = stmt.span();
        let uniform = |expr: &Expr, what: &str| match context.is_varying(expr) {
            false => Ok(()),
            true => Err(refuse(
                format!("threads of a block may not agree on this {what}, and a barrier is inside"),
                expr.place().unwrap_or(place),
            )
            .help("write barriers and `shared` where all threads of a block come by")),
        };
        match &stmt.kind {
            StmtKind::Barrier => Ok(vec![stmt.clone()]),
            StmtKind::Shared(shared) => self.shared(shared, context),
            StmtKind::For(own) if own.partition.is_some() => {
                self.partitioned_together(own, context, guard, &stmt.origins)
            }
            StmtKind::For(own) => {
                uniform(&own.start, "loop's start")?;
                uniform(&own.end, "loop's end")?;
                no_jumps(&own.body)?;
                let inner = context.inside(own, &own.var)?;
                let body = self.block(&own.body, inner, guard)?;
                let (start, end) = (
                    self.redirect(&own.start, context, place)?,
                    self.redirect(&own.end, context, place)?,
                );
                let kind = StmtKind::For(Box::new(For { start, end, body, ..(**own).clone() }));
                Ok(vec![Stmt::new(kind, &stmt.origins)])
            }
            StmtKind::If { condition, then, otherwise } => {
                uniform(condition, "condition")?;
                let mut inner = context.clone();
                inner.conditions += 1;
                let condition = self.redirect(condition, context, place)?;
                let then = self.block(then, inner.clone(), guard)?;
                let otherwise = match otherwise {
                    None => None,
                    Some(otherwise) => Some(self.block(otherwise, inner, guard)?),
                };
                let kind = StmtKind::If { condition, then, otherwise };
                Ok(vec![Stmt::new(kind, &stmt.origins)])
            }
            StmtKind::Block(body) => {
                let body = self.block(body, context.clone(), guard)?;
                Ok(vec![Stmt::new(StmtKind::Block(body), &stmt.origins)])
            }
            StmtKind::Singular(_) => Err(refuse("a `singular` region has a barrier", place)
                .note("the other threads would never come")
                .help("write the barrier behind the region")),
            StmtKind::While { .. } => Err(refuse("a `while` has a barrier", place)
                .note("that all threads go round as often cannot be shown")
                .help("write a `for` with bounds that are the same for all threads")),
            StmtKind::Let { .. }
            | StmtKind::Assign { .. }
            | StmtKind::Expr(_)
            | StmtKind::Value(_)
            | StmtKind::Return(_) => match guard.is_empty() {
                true => self.alone(stmt, context),
                false => Err(refuse(
                    "this function has a barrier, and some threads skip the call",
                    place,
                )
                .note("the loop does not divide evenly, so that some threads have no iteration")
                .help("call it where all threads come by, or choose sizes that divide evenly")),
            },
            StmtKind::Break
            | StmtKind::Continue
            | StmtKind::Data(_)
            | StmtKind::Kernel(_)
            | StmtKind::Raw(_)
            | StmtKind::Comment(_) => self.alone(stmt, context),
        }
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

/// Whether evaluating an expression can do no harm.
fn is_harmless(expr: &Expr) -> bool {
    match expr {
        Expr::At(inner, _) | Expr::Cast(inner, _) => is_harmless(inner),
        Expr::Literal(_) | Expr::Name(_) => true,
        Expr::Array(parts) => parts.iter().all(is_harmless),
        Expr::Repeat(value, _) => is_harmless(value),
        _ => false,
    }
}

fn is_used(stmts: &[Stmt], name: &str) -> bool {
    stmts.iter().any(|stmt| {
        stmt.exprs().iter().any(|expr| mentions(expr, name))
            || stmt.blocks().iter().any(|body| is_used(body, name))
    })
}

/// A loop that all threads go through together cannot be left early.
fn no_jumps(body: &[Stmt]) -> Result<(), Refused> {
    for stmt in body {
        match &stmt.kind {
            StmtKind::Break | StmtKind::Continue | StmtKind::Return(_) => {
                return Err(refuse("this leaves a loop that has a barrier", stmt.span())
                    .help("put what follows into an `if`, without the barrier"));
            }
            StmtKind::For(_) | StmtKind::While { .. } => {}
            _ => {
                for inner in stmt.blocks() {
                    no_jumps(inner)?;
                }
            }
        }
    }
    Ok(())
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
