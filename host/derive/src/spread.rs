//! The loops of a region that blocks and threads share, as one thread goes through
//! them.

use crate::Refused;
use crate::context::Context;
use crate::emit::{Emitter, guarded};
use crate::partition::{BlockShare, LoopPlan};
use crate::poly::Poly;
use crate::tree::{BinaryOp, Distribution, Expr, For, Stmt, StmtKind};
use warpbench_front::diagnostic::Span;

/// The bounds of a loop for one block.
struct Share {
    /// What has to be known first.
    lets: Vec<Stmt>,
    /// The block's first iteration, and the first that is not its own.
    first: Poly,
    end: Expr,
    /// How far the thread's first iteration is from the block's.
    thread: Poly,
    /// From a thread's iteration to its next.
    stride: Expr,
    /// With BLOCK, how many iterations a block has.
    chunk: Option<Poly>,
}

impl<'e> Emitter<'e, '_> {
    /// A loop in which no thread waits for another.
    pub(crate) fn partitioned_alone(
        &mut self,
        own: &For,
        context: &Context<'e>,
        origins: &[Span],
    ) -> Result<Vec<Stmt>, Refused> {
        let first = self.names.fresh(&format!("{}_first", own.var));
        let (inner, plan, share) = self.share(own, context, &first, origins)?;
        let mut written = vec![self.comment(&plan, own, origins)];
        written.extend(share.lets);
        if plan.is_single {
            written.push(set(&own.var, share.first.plus(&share.thread).to_expr(), origins));
            let guard = self.guard(&plan, own, context)?;
            let body = self.block(&own.body, inner, &[])?;
            written.extend(flattened(guard, body, origins));
            return Ok(written);
        }
        // The block's first iteration gets a name, unless it is a number.
        let is_named = share.first.as_number().is_none() && plan.threads.is_some();
        let start = match is_named {
            true => {
                written.push(set(&first, share.first.to_expr(), origins));
                Poly::name(&first).plus(&share.thread)
            }
            false => share.first.plus(&share.thread),
        };
        let end = match is_named {
            true => self.end(&plan, own, &Poly::name(&first), share.chunk.as_ref(), context)?,
            false => share.end,
        };
        let body = self.block(&own.body, inner, &[])?;
        written.push(counting(own, &own.var, (start.to_expr(), end, share.stride), body, origins));
        Ok(written)
    }

    /// A loop that all threads of a block go through together, turn by turn.
    pub(crate) fn partitioned_together(
        &mut self,
        own: &For,
        context: &Context<'e>,
        guard: &[Expr],
        origins: &[Span],
    ) -> Result<Vec<Stmt>, Refused> {
        let first = self.names.fresh(&format!("{}_first", own.var));
        let (inner, plan, share) = self.share(own, context, &first, origins)?;
        let own_guard = self.guard(&plan, own, context)?;
        let mut written = vec![self.comment(&plan, own, origins)];
        written.extend(share.lets);
        if plan.threads.is_none() {
            // All threads of a block have the same iterations.
            if plan.is_single {
                written.push(set(&own.var, share.first.to_expr(), origins));
                let body = self.block(&own.body, inner, guard)?;
                written.extend(guarded(own_guard.as_slice(), body, &[]));
                return Ok(written);
            }
            let body = self.block(&own.body, inner, guard)?;
            let bounds = (share.first.to_expr(), share.end, share.stride);
            written.push(counting(own, &own.var, bounds, body, origins));
            return Ok(written);
        }
        let mut all: Vec<Expr> = guard.to_vec();
        all.extend(own_guard);
        let mine = set(&own.var, Poly::name(&first).plus(&share.thread).to_expr(), origins);
        if plan.is_single {
            written.push(set(&first, share.first.to_expr(), origins));
            let mut body = vec![mine];
            body.extend(self.block(&own.body, inner, &all)?);
            // A block may have no iteration at all; its threads agree on that.
            let is_skipped = !plan.is_even
                && (plan.blocks.is_some() || plan.count.is_none_or(|count| count < 1));
            if is_skipped {
                let end = self.redirect(&own.end, context, own.span)?;
                let condition = Expr::binary(BinaryOp::Lt, Expr::name(&first), end);
                written.extend(flattened(Some(condition), body, origins));
            } else {
                written.extend(body);
            }
            return Ok(written);
        }
        let mut body = vec![mine];
        body.extend(self.block(&own.body, inner, &all)?);
        let bounds = (share.first.to_expr(), share.end, share.stride);
        written.push(counting(own, &first, bounds, body, origins));
        Ok(written)
    }

    /// What a block and a thread have of a loop, and the context inside of it.
    fn share(
        &mut self,
        own: &For,
        context: &Context<'e>,
        first: &str,
        origins: &[Span],
    ) -> Result<(Context<'e>, LoopPlan, Share), Refused> {
        let mut inner = context.inside(own, first)?;
        let plan = inner.levels.last().and_then(|level| level.plan.clone());
        let Some(plan) = plan else {
            return Err(crate::redirect::unknown(own.span));
        };
        self.loops.push((plan.clone(), own.span));
        let unit = self.unit;
        let (grid, constants) = (&unit.grid, unit.constants());
        let start = Poly::of(&self.redirect(&own.start, context, own.span)?, constants);
        let (step, turn) = (plan.step, plan.turn());
        let mut lets = Vec::new();
        let mut begin = start.clone();
        let mut apart = Poly::number(step);
        let mut chunk = None;
        if let Some(share) = &plan.blocks {
            let block = self.prelude.block(share.level, grid, constants, &mut self.names);
            let block = Poly::name(&block);
            match share.distribution {
                Distribution::Block => {
                    let own = self.chunk(own, &plan, share, context, &mut lets, origins)?;
                    begin = begin.plus(&block.product(&own).times(step));
                    chunk = Some(own);
                }
                Distribution::Cyclic => {
                    begin = begin.plus(&block.times(step));
                    apart = self.block_count(share).times(step);
                }
            }
        }
        let thread = match plan.threads {
            None => Poly::default(),
            Some((level, _)) => {
                let name = self.prelude.thread(level, grid, &mut self.names);
                if let Some(level) = inner.levels.last_mut() {
                    level.thread = Some(name.clone());
                }
                Poly::name(&name).product(&apart)
            }
        };
        let end = self.end(&plan, own, &begin, chunk.as_ref(), context)?;
        let stride = apart.times(turn).to_expr();
        Ok((inner, plan, Share { lets, first: begin, end, thread, stride, chunk }))
    }

    /// How many iterations a block has with BLOCK.
    fn chunk(
        &mut self,
        own: &For,
        plan: &LoopPlan,
        share: &BlockShare,
        context: &Context<'e>,
        lets: &mut Vec<Stmt>,
        origins: &[Span],
    ) -> Result<Poly, Refused> {
        if let Some(chunk) = share.chunk {
            return Ok(Poly::number(chunk));
        }
        let constants = self.unit.constants();
        let start = Poly::of(&self.redirect(&own.start, context, own.span)?, constants);
        let end = self.redirect(&own.end, context, own.span)?;
        let mut count = match start.as_number() {
            Some(0) => end,
            _ => Expr::method(end, "saturating_sub", vec![start.to_expr()]),
        };
        if plan.step > 1 {
            count = Expr::method(count, "div_ceil", vec![Expr::number(plan.step)]);
        }
        let workers = self.block_count(share).times(plan.turn()).to_expr();
        let turns = Expr::method(count, "div_ceil", vec![workers]);
        let chunk = match plan.turn() {
            1 => turns,
            turn => Expr::binary(BinaryOp::Mul, turns, Expr::number(turn)),
        };
        let name = self.names.fresh(&format!("{}_count", own.var));
        lets.push(set(&name, chunk, origins));
        Ok(Poly::name(&name))
    }

    fn block_count(&mut self, share: &BlockShare) -> Poly {
        match share.known {
            Some(blocks) => Poly::number(blocks),
            None => {
                let (grid, constants) = (&self.unit.grid, self.unit.constants());
                let name = self.prelude.blocks(share.level, grid, constants, &mut self.names);
                Poly::name(&name)
            }
        }
    }

    /// The first iteration that is not the block's any more.
    fn end(
        &mut self,
        plan: &LoopPlan,
        own: &For,
        first: &Poly,
        chunk: Option<&Poly>,
        context: &Context<'e>,
    ) -> Result<Expr, Refused> {
        let end = self.redirect(&own.end, context, own.span)?;
        let Some(chunk) = chunk else { return Ok(end) };
        let own_end = first.plus(&chunk.times(plan.step)).to_expr();
        match plan.is_even {
            true => Ok(own_end),
            false => Ok(Expr::method(own_end, "min", vec![end])),
        }
    }

    /// Whether a thread has an iteration.
    fn guard(
        &mut self,
        plan: &LoopPlan,
        own: &For,
        context: &Context<'e>,
    ) -> Result<Option<Expr>, Refused> {
        if plan.is_even {
            return Ok(None);
        }
        let end = self.redirect(&own.end, context, own.span)?;
        Ok(Some(Expr::binary(BinaryOp::Lt, Expr::name(&own.var), end)))
    }

    fn comment(&self, plan: &LoopPlan, own: &For, origins: &[Span]) -> Stmt {
        let span = own.partition.map(|partition| partition.span).unwrap_or_default();
        let var = &own.var;
        let what = match (plan.is_single, plan.threads.is_some()) {
            (true, true) => format!("each thread has one {var}"),
            (true, false) => format!("each block has one {var}"),
            (false, true) => format!("the threads take turns with {var}"),
            (false, false) => format!("each block has its own {var}"),
        };
        let rest = match plan.is_even {
            true => ".",
            false => ", and some have none.",
        };
        let text = format!("{}: {what}{rest}", self.words(span));
        Stmt::new(StmtKind::Comment(text), origins)
    }
}

fn set(name: &str, value: Expr, origins: &[Span]) -> Stmt {
    let name = name.to_owned();
    Stmt::new(StmtKind::Let { name, is_mutable: false, ty: None, value: Some(value) }, origins)
}

fn counting(
    own: &For,
    var: &str,
    (start, end, stride): (Expr, Expr, Expr),
    body: Vec<Stmt>,
    origins: &[Span],
) -> Stmt {
    let stride = (stride != Expr::number(1)).then_some(stride);
    let own = For {
        var: var.to_owned(),
        start,
        end,
        step: 1,
        stride,
        body,
        partition: None,
        ..own.clone()
    };
    Stmt::new(StmtKind::For(Box::new(own)), origins)
}

/// A guarded body. Where the body is itself only a guard, one condition does.
fn flattened(guard: Option<Expr>, mut body: Vec<Stmt>, origins: &[Span]) -> Vec<Stmt> {
    let Some(guard) = guard else { return body };
    let is_plain = |stmt: &Stmt| {
        matches!(&stmt.kind, StmtKind::Comment(_))
            || matches!(&stmt.kind, StmtKind::Let { value: Some(value), is_mutable: false, .. }
                if is_position(value))
    };
    if let Some((last, before)) = body.split_last()
        && let StmtKind::If { condition, then, otherwise: None } = &last.kind
        && before.iter().all(is_plain)
        && before.iter().any(|stmt| matches!(stmt.kind, StmtKind::Comment(_)))
    {
        let condition = crate::transfer::and(guard, condition.clone());
        let then = then.clone();
        let merged = StmtKind::If { condition, then, otherwise: None };
        let mut origins = origins.to_vec();
        origins.extend(&last.origins);
        body.pop();
        body.push(Stmt { kind: merged, origins });
        return body;
    }
    vec![Stmt::new(StmtKind::If { condition: guard, then: body, otherwise: None }, origins)]
}

/// Whether an expression is a thread's place, which all threads may compute.
fn is_position(expr: &Expr) -> bool {
    match expr {
        Expr::At(inner, _) | Expr::Cast(inner, _) => is_position(inner),
        Expr::Literal(_) | Expr::Name(_) => true,
        Expr::Binary(BinaryOp::Add | BinaryOp::Mul, left, right) => {
            is_position(left) && is_position(right)
        }
        _ => false,
    }
}
