//! Loops that count, also where they are written with `while`.

use super::annotation::LoopBounds;
use super::kernel::{Body, Loop, Node, NodeKind, display};
use crate::tree::{BinaryOp, Expr};
use crate::{Refused, refuse};
use warpbench_codes::D0009;
use warpbench_front::diagnostic::Span;

/// The range of a `for`.
pub(super) struct Counted<'e> {
    pub(super) start: &'e syn::Expr,
    pub(super) end: &'e syn::Expr,
    pub(super) is_closed: bool,
    pub(super) step: Option<&'e syn::Expr>,
    pub(super) is_reversed: bool,
}

pub(super) fn range(expr: &syn::Expr) -> Option<Counted<'_>> {
    match expr {
        syn::Expr::Paren(inner) => range(&inner.expr),
        syn::Expr::Range(own) => Some(Counted {
            start: own.start.as_deref()?,
            end: own.end.as_deref()?,
            is_closed: matches!(own.limits, syn::RangeLimits::Closed(_)),
            step: None,
            is_reversed: false,
        }),
        syn::Expr::MethodCall(call) if call.method == "step_by" && call.args.len() == 1 => {
            let before = range(&call.receiver).filter(|own| own.step.is_none())?;
            Some(Counted { step: call.args.first(), ..before })
        }
        syn::Expr::MethodCall(call) if call.method == "rev" => {
            Some(Counted { is_reversed: true, ..range(&call.receiver)? })
        }
        _ => None,
    }
}

/// Makes counting loops of `let mut j = start; while j < end { …; j += step; }` where
/// nobody asks for `j` behind the loop.
pub(super) fn join_whiles(nodes: &mut [Node]) {
    for at in 1..nodes.len() {
        let (before, rest) = nodes.split_at_mut(at);
        let Some((own, behind)) = rest.split_first_mut() else { continue };
        let is_gone = |own: &&mut Node| !matches!(own.kind, NodeKind::Gone);
        let Some(start) = before.iter_mut().rev().find(is_gone) else { continue };
        let NodeKind::Let(bindings) = &start.kind else { continue };
        let [binding] = bindings.as_slice() else { continue };
        let name = &binding.name;
        if !binding.is_mutable || behind.iter().any(|node| node.mentions(name)) {
            continue;
        }
        let joined = match (&own.kind, &binding.value) {
            (NodeKind::While { condition, body }, Some(first)) => {
                joined(condition, body, name, first, own.span)
            }
            (NodeKind::For(own), Some(_)) if own.annotated.is_some() && own.var == *name => {
                Some(own.as_ref().clone())
            }
            _ => None,
        };
        if let Some(joined) = joined {
            own.kind = NodeKind::For(Box::new(joined));
            start.kind = NodeKind::Gone;
        }
    }
}

fn joined(condition: &Expr, body: &Body, var: &str, first: &Expr, span: Span) -> Option<Loop> {
    let Expr::Binary(BinaryOp::Lt, left, end) = condition.bare() else { return None };
    if left.bare() != &Expr::name(var) {
        return None;
    }
    let (body, step) = without_step(body.clone(), var)?;
    Some(Loop {
        var: var.to_owned(),
        start: first.clone(),
        end: (**end).clone(),
        step: Some(step),
        is_reversed: false,
        body,
        head: condition.place().unwrap_or(span),
        annotated: None,
    })
}

/// A `while` for which `loop` says how it counts.
pub(super) fn annotated_while(
    body: Body,
    bounds: LoopBounds,
    span: Span,
) -> Result<NodeKind, Refused> {
    let var = display(&bounds.var);
    let name = body.nodes.last().and_then(|node| match &node.kind {
        NodeKind::Assign { target, .. } => match target.bare() {
            Expr::Name(name) if display(name) == var => Some(name.clone()),
            _ => None,
        },
        _ => None,
    });
    let Some((body, step)) = name.as_ref().and_then(|name| without_step(body, name)) else {
        return Err(refuse(D0009, "this loop does not count as its annotation says", span)
            .other(bounds.span, "the annotation")
            .help(format!(
                "let `{var} += step;` be the last statement and the only one that changes it"
            )));
    };
    let own = Loop {
        var: name.unwrap_or(var),
        start: bounds.start.clone(),
        end: bounds.end.clone(),
        step: Some(bounds.step.clone().unwrap_or(step)),
        is_reversed: false,
        body,
        head: span,
        annotated: Some(bounds),
    };
    Ok(NodeKind::For(Box::new(own)))
}

/// A body without `j += step` at its end, if nothing else in it changes `j`.
fn without_step(mut body: Body, var: &str) -> Option<(Body, Expr)> {
    let last = body.nodes.pop()?;
    let NodeKind::Assign { target, op: Some(BinaryOp::Add), value } = &last.kind else {
        return None;
    };
    if target.bare() != &Expr::name(var) {
        return None;
    }
    let mut is_changed = crate::poly::mentions(value, var);
    for node in &body.nodes {
        node.visit(&mut |own| {
            is_changed |= match &own.kind {
                NodeKind::Assign { target, .. } => target.bare() == &Expr::name(var),
                NodeKind::Other | NodeKind::Continue => true,
                _ => false,
            };
        });
    }
    let start = body.inside.to_range()?.start as u32;
    body.inside = Span::new(start, last.lead.to_range()?.start as u32);
    (!is_changed).then(|| (body, value.clone()))
}

/// Whether a condition binds variables.
pub(super) fn has_let(condition: &syn::Expr) -> bool {
    match condition {
        syn::Expr::Let(_) => true,
        syn::Expr::Binary(own) => has_let(&own.left) || has_let(&own.right),
        syn::Expr::Paren(own) => has_let(&own.expr),
        _ => false,
    }
}
