//! Borrows: what is lent may not be changed, moved or lent again while whoever
//! has it may still use it.
//!
//! A body becomes a graph of small steps (`build`, with `values`, `control`,
//! `patterns`, `closures`, `iterators` and `calls` for the forms of expressions):
//! each step reads, writes, moves or lends one place, and says which variables it
//! uses. Every reference in the type of a variable has a *region*, the set of steps
//! at which it may still be used; values flow from one region to another, and a
//! *loan* lasts as long as the region that it was made for (`solve`). A step that
//! touches a place while a loan of it lasts is wrong (`conflict`), and `report` has
//! the words. This is what the Rust compiler does, without the lifetimes that a
//! text relates to each other by `'a: 'b`. Where a type or a call says too little,
//! nothing is lent: a program that the compiler accepts is never refused.

mod build;
mod calls;
mod closures;
mod conflict;
mod control;
mod graph;
mod iterators;
mod patterns;
mod report;
mod signature;
mod slots;
mod solve;
mod values;

use crate::checker::Checker;
use naga::Span;
use warpbench_hir::visit;
use warpbench_hir::{Expr, ExprKind, Local, LocalId};

/// A body with more steps times regions than this is not looked at, so that
/// checking always ends soon.
const MAX_POINTS: usize = 1 << 26;

/// Reports what is used while it is borrowed. The first locals are the parameters.
pub(crate) fn check(
    checker: &mut Checker,
    body: &Expr,
    locals: &[Local],
    params: usize,
    moves: &[(LocalId, Span)],
) {
    if !lends(checker, body, locals) {
        return;
    }
    let graph = build::build(checker, body, locals, params, moves);
    for (local, span) in &graph.fixed_calls {
        let diagnostic = report::fixed_call(&locals[*local], *span);
        checker.report(diagnostic);
    }
    if graph.loans.is_empty() || graph.nodes.len() * graph.regions > MAX_POINTS {
        return;
    }
    let solution = solve::solve(&graph);
    let mut found = Vec::new();
    for conflict in conflict::conflicts(&graph, &solution) {
        found.push(report::words(checker, locals, &graph, &solution, &conflict));
    }
    for diagnostic in found {
        checker.report(diagnostic);
    }
}

/// Whether a body has anything to do with references.
fn lends(checker: &Checker, body: &Expr, locals: &[Local]) -> bool {
    locals.iter().any(|local| slots::count(checker, &local.ty) > 0)
        || visit::any(body, &mut |expr| {
            matches!(
                expr.kind,
                ExprKind::AddressOf(_) | ExprKind::Subslice(..) | ExprKind::Closure(_)
            )
        })
}
