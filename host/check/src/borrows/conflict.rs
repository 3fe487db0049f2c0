//! Steps that touch what is lent.

use super::graph::{AccessKind, Graph, Loan, LoanId, NodeId, Part, Place, Step};
use super::solve::Solution;
use naga::Span;
use std::collections::HashSet;
use warpbench_hir::types::Mutability;

/// What is done to a place that is lent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Wrong {
    Read,
    Move,
    Assign,
    Shared,
    Mutable,
    /// The variable ceases to exist.
    Dead,
}

#[derive(Clone, Debug)]
pub(super) struct Conflict {
    pub(super) wrong: Wrong,
    pub(super) place: Place,
    pub(super) span: Span,
    pub(super) loan: LoanId,
    pub(super) node: NodeId,
}

/// All that is wrong, each once.
pub(super) fn conflicts(graph: &Graph, solution: &Solution) -> Vec<Conflict> {
    let mut found: Vec<Conflict> = Vec::new();
    let mut known = HashSet::new();
    for (node, step) in graph.nodes.iter().enumerate() {
        if !solution.reached[node] {
            continue;
        }
        for (loan, made) in graph.loans.iter().enumerate() {
            if !solution.open.has(node, loan) {
                continue;
            }
            for (wrong, place, span) in against(graph, node, &step.step, loan, made) {
                // A place is complained about once, whatever is done to it.
                let key = match wrong {
                    Wrong::Dead => (place.var, made.span.to_range()),
                    _ => (place.var, span.to_range()),
                };
                if known.insert(key) {
                    found.push(Conflict { wrong, place, span, loan, node });
                }
            }
        }
    }
    found
}

/// What a step does that an open loan forbids.
fn against(
    graph: &Graph,
    node: NodeId,
    step: &Step,
    loan: LoanId,
    made: &Loan,
) -> Vec<(Wrong, Place, Span)> {
    match step {
        Step::None => Vec::new(),
        Step::Dead(var) => {
            let place = Place::of(*var);
            let is_wrong = touches(&place, true, &made.place);
            if is_wrong { vec![(Wrong::Dead, place, made.span)] } else { Vec::new() }
        }
        Step::Use(activated, _) => activated
            .iter()
            .filter(|own| **own != loan)
            .map(|own| &graph.loans[*own])
            // That two are lent to be changed was seen when the second was.
            .filter(|_| !made.is_mutable)
            .filter(|own| touches(&own.place, false, &made.place))
            .map(|own| (Wrong::Mutable, own.place.clone(), own.span))
            .collect(),
        Step::Access(access, _) => {
            let is_active =
                made.activation.is_none_or(|activation| node <= made.node || node >= activation);
            let is_shared = !made.is_mutable || !is_active;
            let wrong = match access.kind {
                AccessKind::Read if is_shared => None,
                AccessKind::Read => Some(Wrong::Read),
                AccessKind::Shared if is_shared => None,
                AccessKind::Shared => Some(Wrong::Shared),
                AccessKind::Reserved if !made.is_mutable => None,
                AccessKind::Reserved | AccessKind::Mutable => Some(Wrong::Mutable),
                AccessKind::Move => Some(Wrong::Move),
                AccessKind::Assign => Some(Wrong::Assign),
            };
            let is_shallow = access.kind == AccessKind::Assign;
            match wrong {
                Some(wrong) if touches(&access.place, is_shallow, &made.place) => {
                    vec![(wrong, access.place.clone(), access.span)]
                }
                _ => Vec::new(),
            }
        }
    }
}

/// Whether an access to a place may touch another that is lent. A shallow one
/// leaves alone what references in it lead to.
fn touches(place: &Place, is_shallow: bool, lent: &Place) -> bool {
    if place.var != lent.var {
        return false;
    }
    let mut own = place.path.iter();
    for part in &lent.path {
        match (part, own.next()) {
            (Part::Field(a), Some(Part::Field(b))) if a != b => return false,
            (Part::Nth(a), Some(Part::Nth(b))) | (Part::NthBack(a), Some(Part::NthBack(b)))
                if a != b =>
            {
                return false;
            }
            (Part::Nth(_), Some(Part::NthBack(_) | Part::Rest))
            | (Part::NthBack(_), Some(Part::Nth(_) | Part::Rest))
            | (Part::Rest, Some(Part::Nth(_) | Part::NthBack(_))) => return false,
            (_, Some(_)) => {}
            // What lies behind a shared reference outlives the reference.
            (Part::Deref(Mutability::Const, _), None) => return false,
            (Part::Deref(Mutability::Mut, _), None) if is_shallow => return false,
            (_, None) => {}
        }
    }
    true
}
