//! The words for what is used while it is borrowed.

use super::conflict::{Conflict, Wrong};
use super::graph::{Graph, Loan, Part, Place, Region, Step, Var};
use super::solve::Solution;
use crate::checker::Checker;
use naga::Span;
use std::collections::{HashSet, VecDeque};
use warpbench_codes::{E0373, E0499, E0502, E0503, E0505, E0506, E0515, E0596, E0597};
use warpbench_hir::Local;
use warpbench_hir::types::Ty;
use warpbench_source::diagnostic::Diagnostic;

/// Where a borrow is used after it should have ended.
struct LaterUse {
    span: Option<Span>,
    /// The variable that holds it, if it has a name.
    holder: Option<String>,
    /// Whether it is the next turn of a `for` loop over it.
    is_iteration: bool,
    /// Whether it is the call that it was borrowed for.
    is_call: bool,
}

/// What is said of a call that changes what the closure in a variable without `mut` has
/// captured.
pub(super) fn fixed_call(local: &Local, span: Span) -> Diagnostic {
    let name = &local.name;
    let message = format!("cannot borrow `{name}` as mutable, as it is not declared `mut`");
    Diagnostic::new(E0596, message, span)
        .label("the call changes what the closure has captured")
        .other(local.span, "the closure is declared here, without `mut`")
        .help(format!("declare it with `let mut {name}`"))
}

/// What is said of a conflict.
pub(super) fn words(
    checker: &Checker,
    locals: &[Local],
    graph: &Graph,
    solution: &Solution,
    conflict: &Conflict,
) -> Diagnostic {
    let loan = &graph.loans[conflict.loan];
    let held = reached_regions(graph, loan.region);
    let later = later_use(locals, graph, solution, conflict, &held);
    if conflict.wrong == Wrong::Dead {
        return if held.contains(&graph.returned) {
            returned(checker, locals, conflict, loan)
        } else {
            too_short(checker, locals, conflict, &later)
        };
    }
    let place = shown(checker, locals, &conflict.place);
    let lent = shown(checker, locals, &loan.place);
    let kind = if loan.is_mutable { "mutable" } else { "immutable" };
    let (code, message, label) = match conflict.wrong {
        Wrong::Mutable if loan.is_mutable => (
            E0499,
            format!("cannot borrow {place} as mutable more than once at a time"),
            "borrowed to be changed a second time",
        ),
        Wrong::Mutable => (
            E0502,
            format!("cannot borrow {place} as mutable because it is also borrowed as {kind}"),
            "borrowed to be changed",
        ),
        Wrong::Shared => (
            E0502,
            format!("cannot borrow {place} as immutable because it is also borrowed as {kind}"),
            "borrowed to be read",
        ),
        Wrong::Read => {
            (E0503, format!("cannot use {place} because it was mutably borrowed"), "read here")
        }
        Wrong::Move => {
            (E0505, format!("cannot move out of {place} because it is borrowed"), "moved here")
        }
        Wrong::Assign | Wrong::Dead => {
            (E0506, format!("cannot assign to {place} because it is borrowed"), "changed here")
        }
    };
    let mut diagnostic = Diagnostic::new(code, message, conflict.span);
    if loan.span == conflict.span {
        diagnostic = diagnostic
            .label(label)
            .note("the borrow of an earlier turn of the loop is still used")
            .help("borrow it once, before the loop, or keep no borrow from one turn to the next");
        return diagnostic;
    }
    let first = match (loan.by_closure, loan.is_mutable) {
        (true, _) => format!("a closure borrows {lent} here"),
        (false, true) => format!("{lent} is borrowed here, to be changed"),
        (false, false) => format!("{lent} is borrowed here"),
    };
    diagnostic = diagnostic.label(label).other(loan.span, first);
    if let Some(span) = later.span
        && span != conflict.span
        && span != loan.span
    {
        let words = match loan.by_closure {
            true => "the closure is used here",
            false => "the borrow is still used here",
        };
        diagnostic = diagnostic.other(span, words);
    } else if held.contains(&graph.returned) {
        diagnostic = diagnostic.note("the borrow may be returned, and then never ends here");
    }
    diagnostic.help(help(checker, locals, conflict, loan, &later))
}

/// What to write instead.
fn help(
    checker: &Checker,
    locals: &[Local],
    conflict: &Conflict,
    loan: &Loan,
    later: &LaterUse,
) -> String {
    let whole = |place: &Place| {
        let mut place = place.clone();
        while let Some(Part::Index) = place.path.last() {
            place.path.pop();
        }
        while let Some(Part::Deref(..)) = place.path.last() {
            place.path.pop();
        }
        shown(checker, locals, &place).trim_matches('`').to_owned()
    };
    if later.is_iteration {
        let name = whole(&loan.place);
        return format!("write `for i in 0..{name}.len()`, and `{name}[i]` for the element");
    }
    let elements = matches!(
        (conflict.place.path.last(), loan.place.path.last()),
        (Some(Part::Index), Some(Part::Index))
    );
    if elements && conflict.wrong == Wrong::Mutable && loan.is_mutable {
        let name = whole(&loan.place);
        return format!(
            "write `let (left, right) = {name}.split_at_mut(…);`, and take an element of each"
        );
    }
    if later.is_call && matches!(conflict.wrong, Wrong::Read | Wrong::Shared) {
        return "write `let value = …;` before the call, and pass `value`".to_owned();
    }
    if loan.by_closure {
        return match &later.holder {
            Some(name) => format!(
                "call `{name}` for the last time before this, or give it what it needs as a \
                 parameter"
            ),
            None => "give the closure what it needs as a parameter".to_owned(),
        };
    }
    match &later.holder {
        Some(name) if loan.is_mutable => {
            format!("use `{name}` here instead, or move this behind the last use of `{name}`")
        }
        Some(name) => {
            format!("move this behind the last use of `{name}`, or copy what it refers to")
        }
        None => "move this before the borrow, or behind its last use".to_owned(),
    }
}

/// A reference that leads to what ends with the function.
fn returned(checker: &Checker, locals: &[Local], conflict: &Conflict, loan: &Loan) -> Diagnostic {
    let name = shown(checker, locals, &Place::of(conflict.place.var));
    let Some(local) = locals.get(conflict.place.var) else {
        return Diagnostic::new(E0515, "cannot return a reference to a temporary value", loan.span)
            .label("made here, and gone when the function returns")
            .help("return the value itself");
    };
    if loan.by_closure {
        let message = format!("the closure may outlive the function, but it borrows {name}");
        return Diagnostic::new(E0373, message, loan.span)
            .label("borrowed here")
            .other(local.span, "ends with the function")
            .help("write `move` before the closure, so that it takes the value along");
    }
    Diagnostic::new(
        E0515,
        format!("cannot return a reference to the local variable {name}"),
        loan.span,
    )
    .label("borrowed here, and returned")
    .other(local.span, "ends with the function")
    .help("return the value itself, or write it through a parameter of type `&mut`")
}

/// A reference that is used when what it leads to is gone.
fn too_short(
    checker: &Checker,
    locals: &[Local],
    conflict: &Conflict,
    later: &LaterUse,
) -> Diagnostic {
    let name = shown(checker, locals, &Place::of(conflict.place.var));
    let mut diagnostic =
        Diagnostic::new(E0597, format!("{name} does not live long enough"), conflict.span)
            .label("borrowed here");
    if let Some(local) = locals.get(conflict.place.var) {
        diagnostic =
            diagnostic.other(local.span, "declared here, and gone at the end of its block");
    }
    if let Some(span) = later.span {
        diagnostic =
            diagnostic.other(span, format!("the borrow is still used here, when {name} is gone"));
    }
    diagnostic.help(match &later.holder {
        Some(holder) => format!("declare {name} before `{holder}`, in the same block"),
        None => format!("declare {name} in the block in which the reference is used"),
    })
}

/// All regions that a value may flow to.
pub(super) fn reached_regions(graph: &Graph, from: Region) -> HashSet<Region> {
    let mut reached = HashSet::from([from]);
    let mut waiting = vec![from];
    while let Some(region) = waiting.pop() {
        for (_, to) in graph.flows.iter().filter(|(from, _)| *from == region) {
            if reached.insert(*to) {
                waiting.push(*to);
            }
        }
    }
    reached
}

/// The first use of a borrow after a step.
fn later_use(
    locals: &[Local],
    graph: &Graph,
    solution: &Solution,
    conflict: &Conflict,
    held: &HashSet<Region>,
) -> LaterUse {
    let holds = |var: &Var| graph.vars[*var].iter().any(|region| held.contains(region));
    let region = graph.loans[conflict.loan].region;
    let mut later = LaterUse { span: None, holder: None, is_iteration: false, is_call: false };
    let mut seen = HashSet::new();
    let start: Vec<usize> = match &graph.nodes[conflict.node].step {
        Step::Use(..) => vec![conflict.node],
        _ => graph.nodes[conflict.node].next.clone(),
    };
    let mut waiting: VecDeque<usize> = start.into();
    while let Some(node) = waiting.pop_front() {
        if !seen.insert(node) || !solution.regions.has(region, node) {
            continue;
        }
        let step = &graph.nodes[node];
        waiting.extend(&step.next);
        let Some(var) = step.uses.iter().find(|var| holds(var)) else { continue };
        // A loop that goes on with the borrow is the reason, whatever its item does.
        later.is_iteration |= graph.turns.contains(&node);
        if later.span.is_some() {
            continue;
        }
        let name = locals.get(*var).map(|local| local.name.clone());
        later.holder = name.filter(|name| !name.is_empty());
        match &step.step {
            Step::Access(access, _) => later.span = Some(access.span),
            Step::Use(_, span) => {
                later.span = Some(*span);
                later.is_call = *var >= locals.len();
            }
            Step::None | Step::Dead(_) => {}
        }
    }
    later
}

/// A place as the text writes it.
fn shown(checker: &Checker, locals: &[Local], place: &Place) -> String {
    let Some(local) = locals.get(place.var).filter(|local| !local.name.is_empty()) else {
        return "this value".to_owned();
    };
    let (mut text, mut ty) = (local.name.clone(), Some(&local.ty));
    for (at, part) in place.path.iter().enumerate() {
        match part {
            Part::Deref(..) => {
                // Fields and elements are reached through references without a star.
                let is_implied =
                    place.path.get(at + 1).is_some_and(|next| !matches!(next, Part::Deref(..)));
                if !is_implied {
                    text = format!("*{text}");
                }
                ty = match ty {
                    Some(Ty::Reference(_, to)) => Some(to.as_ref()),
                    _ => None,
                };
            }
            Part::Field(field) => {
                let field = *field as usize;
                (text, ty) = match ty {
                    Some(Ty::Tuple(members)) => (format!("{text}.{field}"), members.get(field)),
                    Some(Ty::Struct(id, _)) => {
                        let item = checker.structs.get(*id).map(|item| &item.hir);
                        let is_enum = item.is_some_and(|item| item.variants.is_some());
                        match item.and_then(|item| item.fields.get(field)) {
                            Some(own) if !is_enum => {
                                (format!("{text}.{}", own.name), Some(&own.ty))
                            }
                            other => (text, other.map(|own| &own.ty)),
                        }
                    }
                    _ => (text, None),
                };
            }
            Part::Index | Part::Nth(_) | Part::NthBack(_) | Part::Rest => {
                text = format!("{text}[_]");
                ty = match ty {
                    Some(Ty::Array(element, _) | Ty::Slice(element)) => Some(element.as_ref()),
                    _ => None,
                };
            }
        }
    }
    format!("`{text}`")
}
