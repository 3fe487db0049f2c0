//! Bodies that all threads of a block go through turn by turn, because something in them is
//! done by all.

use super::{Emitter, guarded};
use crate::context::{Context, kind_of};
use crate::poly::mentions;
use crate::redirect::unknown;
use crate::tree::{Element, Expr, For, Stmt, StmtKind};
use crate::{Refused, refuse};
use warpbench_codes::{D0002, D0003};

impl<'e> Emitter<'e, '_> {
    /// Statements some of which all threads do together.
    pub(super) fn together(
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
        let kind = ty.and_then(Element::of).or_else(|| kind_of(value, &self.elements));
        let zero = kind.map(Element::zero).ok_or_else(|| {
            refuse(D0002, format!("the type of `{name}` does not show"), stmt.span())
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
            value: Some(Expr::Literal(zero)),
        };
        let set = StmtKind::Assign { target: Expr::name(name), op: None, value: written };
        Ok((Stmt::new(declared, &stmt.origins), Some(Stmt::new(set, &stmt.origins))))
    }

    /// A statement that all threads do together.
    pub(super) fn collective(
        &mut self,
        stmt: &Stmt,
        context: &mut Context<'e>,
        guard: &[Expr],
    ) -> Result<Vec<Stmt>, Refused> {
        let place = stmt.span();
        let uniform = |expr: &Expr, what: &str| match context.is_varying(expr) {
            false => Ok(()),
            true => Err(refuse(
                D0003,
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
            StmtKind::Singular(_) => Err(refuse(D0003, "a `singular` region has a barrier", place)
                .note("the other threads would never come")
                .help("write the barrier behind the region")),
            StmtKind::While { .. } => Err(refuse(D0003, "a `while` has a barrier", place)
                .note("that all threads go round as often cannot be shown")
                .help("write a `for` with bounds that are the same for all threads")),
            StmtKind::Let { .. }
            | StmtKind::Assign { .. }
            | StmtKind::Expr(_)
            | StmtKind::Value(_)
            | StmtKind::Return(_) => match guard.is_empty() {
                true => self.alone(stmt, context),
                false => Err(refuse(
                    D0003,
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
                return Err(refuse(D0003, "this leaves a loop that has a barrier", stmt.span())
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
