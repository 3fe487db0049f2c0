//! Variables that are declared without a value: they must have one before they
//! are read, and without `mut` they get one only once. What is not `Copy` has no
//! value any more once it is taken.
//!
//! The body is walked with two sets: variables that certainly have a value, and
//! those that may have one. A loop may come back to its start with more of the
//! latter, so the walk is repeated until nothing changes.

use crate::checker::Checker;
use naga::Span;
use std::collections::{BTreeSet, HashMap};
use warpbench_codes::{E0381, E0382, E0384};
use warpbench_hir::types::Ty;
use warpbench_hir::visit::bound_by;
use warpbench_hir::visit::walk_expr;
use warpbench_hir::{
    Adaptor, Arm, Expr, ExprKind, For, LabelId, Local, LocalId, Pattern, PatternKind, Statement,
};
use warpbench_source::diagnostic::Diagnostic;

/// Each walk can make one more loop known; loops do not nest deeper.
const MAX_WALKS: usize = 80;

/// Reports variables that are read before they have a value, and those without
/// `mut` that get a second one.
pub(crate) fn check(
    checker: &mut Checker,
    body: &Expr,
    locals: &[Local],
    fixed: &[LocalId],
    moves: &[(LocalId, Span)],
) {
    let mut flow = Flow {
        locals,
        moves,
        fixed: fixed.iter().copied().collect(),
        tracked: BTreeSet::new(),
        loops: HashMap::new(),
        exits: HashMap::new(),
        found: Vec::new(),
        has_tracked: false,
    };
    for _ in 0..MAX_WALKS {
        let before = flow.loops.clone();
        flow.found.clear();
        flow.exits.clear();
        let mut state = InitState::default();
        flow.expr(body, &mut state);
        if (!flow.has_tracked && moves.is_empty()) || flow.loops == before {
            break;
        }
    }
    for mut diagnostic in std::mem::take(&mut flow.found) {
        // A type parameter is not declared to be `Copy` as a structure is.
        let declared = |local: &&Local| diagnostic.others.iter().any(|at| at.span == local.span);
        let bound = locals
            .iter()
            .filter(declared)
            .find_map(|local| checker.bound_to_write(&local.ty, "Copy"));
        diagnostic.help = bound.or(diagnostic.help);
        checker.report(diagnostic);
    }
}

/// What is known of the variables at a place.
#[derive(Clone, Debug, Default, PartialEq)]
struct InitState {
    /// Whether the place is never reached.
    is_dead: bool,
    /// Variables that certainly have a value.
    set: BTreeSet<LocalId>,
    /// Variables that may have a value.
    maybe: BTreeSet<LocalId>,
    /// Variables whose values may have been taken.
    taken: BTreeSet<LocalId>,
}

impl InitState {
    fn join(&mut self, other: &InitState) {
        if other.is_dead {
            return;
        }
        if self.is_dead {
            *self = other.clone();
            return;
        }
        self.set = self.set.intersection(&other.set).copied().collect();
        self.maybe.extend(&other.maybe);
        self.taken.extend(&other.taken);
    }

    fn dead() -> InitState {
        InitState { is_dead: true, ..InitState::default() }
    }
}

struct Flow<'a> {
    locals: &'a [Local],
    /// Where values are taken that are not `Copy`.
    moves: &'a [(LocalId, Span)],
    /// Variables without `mut`.
    fixed: BTreeSet<LocalId>,
    /// Variables that were declared without a value.
    tracked: BTreeSet<LocalId>,
    has_tracked: bool,
    /// What may have a value, and what may have been taken, when a loop starts
    /// again.
    loops: HashMap<LabelId, (BTreeSet<LocalId>, BTreeSet<LocalId>)>,
    /// The states in which a loop or block is left.
    exits: HashMap<LabelId, InitState>,
    found: Vec<Diagnostic>,
}

impl Flow<'_> {
    fn expr(&mut self, expr: &Expr, state: &mut InitState) {
        match &expr.kind {
            ExprKind::Local(id) => {
                self.read(*id, expr, state);
                self.look_at(*id, expr, state);
                let is_move = |(other, place): &(LocalId, Span)| other == id && *place == expr.span;
                if !state.is_dead && self.moves.iter().any(is_move) {
                    state.taken.insert(*id);
                }
            }
            // A place gives nothing away, and in a macro stands where a value may be taken.
            ExprKind::AddressOf(place) => self.place(place, state),
            ExprKind::Field(..) | ExprKind::Index(..) => self.place(expr, state),
            ExprKind::Assign(place, value) => {
                self.expr(value, state);
                match &place.kind {
                    ExprKind::Local(id) => self.write(*id, expr, state),
                    _ => self.expr(place, state),
                }
            }
            ExprKind::AssignOp(_, place, value) => {
                self.expr(value, state);
                self.expr(place, state);
                if let ExprKind::Local(id) = &place.kind {
                    self.write(*id, expr, state);
                }
            }
            ExprKind::Block(label, block) => {
                for statement in &block.statements {
                    self.statement(statement, state);
                }
                if let Some(value) = &block.value {
                    self.expr(value, state);
                }
                if let Some(label) = label {
                    self.leave(*label, state);
                }
            }
            ExprKind::If(condition, then, otherwise) => {
                self.expr(condition, state);
                let mut other = state.clone();
                self.expr(then, state);
                if let Some(otherwise) = otherwise {
                    self.expr(otherwise, &mut other);
                }
                state.join(&other);
            }
            ExprKind::Lazy(_, left, right) => {
                self.expr(left, state);
                let mut other = state.clone();
                self.expr(right, &mut other);
                state.join(&other);
            }
            ExprKind::Match(value, arms) => self.arms(value, arms, state),
            ExprKind::Let(pattern, value) => {
                self.expr(value, state);
                bind_anew(pattern, state);
            }
            ExprKind::Closure(closure) => {
                // It may be called never, once or often.
                let mut inside = state.clone();
                self.expr(&closure.body, &mut inside);
            }
            ExprKind::Loop(..) | ExprKind::While(..) | ExprKind::For(_) | ExprKind::ForEach(_) => {
                self.repeated(&expr.kind, state);
            }
            ExprKind::Break(..) | ExprKind::Continue(_) | ExprKind::Return(_) => {
                self.jump(&expr.kind, state);
            }
            ExprKind::Assert(assertion) if assertion.condition.is_none() => {
                *state = InitState::dead();
            }
            _ => walk_expr(expr, &mut |part: &Expr| self.expr(part, state)),
        }
    }

    fn arms(&mut self, value: &Expr, arms: &[Arm], state: &mut InitState) {
        self.expr(value, state);
        let mut joined = InitState::dead();
        // A guard that refuses hands on what it has done.
        let mut entry = state.clone();
        for arm in arms {
            bind_anew(&arm.pattern, &mut entry);
            if let Some(guard) = &arm.guard {
                self.expr(guard, &mut entry);
            }
            let mut inside = entry.clone();
            self.expr(&arm.body, &mut inside);
            joined.join(&inside);
        }
        if !arms.is_empty() {
            *state = joined;
        }
    }

    fn repeated(&mut self, kind: &ExprKind, state: &mut InitState) {
        match kind {
            ExprKind::Loop(label, body) => {
                self.enter(*label, state);
                self.expr(body, state);
                self.again(*label, state);
                *state = InitState::dead();
                self.leave(*label, state);
            }
            ExprKind::While(label, condition, body) => {
                self.enter(*label, state);
                self.expr(condition, state);
                let after = state.clone();
                self.expr(body, state);
                self.again(*label, state);
                *state = after;
                self.leave(*label, state);
            }
            ExprKind::For(found) => self.for_loop(found, state),
            ExprKind::ForEach(found) => {
                self.expr(&found.iterator, state);
                self.enter(found.label, state);
                let after = state.clone();
                bind_anew(&found.pattern, state);
                self.expr(&found.body, state);
                self.again(found.label, state);
                *state = after;
                self.leave(found.label, state);
            }
            _ => {}
        }
    }

    fn jump(&mut self, kind: &ExprKind, state: &mut InitState) {
        if let ExprKind::Break(_, Some(value)) | ExprKind::Return(Some(value)) = kind {
            self.expr(value, state);
        }
        match kind {
            ExprKind::Break(label, _) => {
                self.exits.entry(*label).or_insert_with(InitState::dead).join(state);
            }
            ExprKind::Continue(label) => self.again(*label, state),
            _ => {}
        }
        *state = InitState::dead();
    }

    fn statement(&mut self, statement: &Statement, state: &mut InitState) {
        match statement {
            Statement::Let(pattern, None, _) => {
                if let PatternKind::Bind(id) = pattern.kind {
                    self.has_tracked = true;
                    self.tracked.insert(id);
                    state.set.remove(&id);
                    state.maybe.remove(&id);
                }
            }
            Statement::Let(pattern, Some(value), _) => {
                self.expr(value, state);
                bind_anew(pattern, state);
            }
            Statement::Expr(value) => self.expr(value, state),
            Statement::LetElse(pattern, value, otherwise, _) => {
                self.expr(value, state);
                let mut other = state.clone();
                self.expr(otherwise, &mut other);
                bind_anew(pattern, state);
            }
        }
    }

    fn for_loop(&mut self, found: &For, state: &mut InitState) {
        self.expr(&found.start, state);
        self.expr(&found.end, state);
        for adaptor in &found.adaptors {
            if let Adaptor::StepBy(step) = adaptor {
                self.expr(step, state);
            }
        }
        self.enter(found.label, state);
        let after = state.clone();
        self.expr(&found.body, state);
        self.again(found.label, state);
        *state = after;
        self.leave(found.label, state);
    }

    /// What an earlier turn of the loop may have done.
    fn enter(&mut self, label: LabelId, state: &mut InitState) {
        if let Some((maybe, taken)) = self.loops.get(&label) {
            state.maybe.extend(maybe);
            state.taken.extend(taken);
        }
    }

    fn again(&mut self, label: LabelId, state: &InitState) {
        let is_known = !state.maybe.is_empty() || !state.taken.is_empty();
        if !state.is_dead && is_known {
            let (maybe, taken) = self.loops.entry(label).or_default();
            maybe.extend(&state.maybe);
            taken.extend(&state.taken);
        }
    }

    fn leave(&mut self, label: LabelId, state: &mut InitState) {
        if let Some(exit) = self.exits.remove(&label) {
            state.join(&exit);
        }
    }

    fn read(&mut self, id: LocalId, expr: &Expr, state: &InitState) {
        if state.is_dead || !self.tracked.contains(&id) || state.set.contains(&id) {
            return;
        }
        let local = &self.locals[id];
        let name = &local.name;
        let mutable = if local.is_mutable { "mut " } else { "" };
        self.found.push(
            Diagnostic::new(
                E0381,
                format!("variable `{name}` may not have a value here"),
                expr.span,
            )
            .label("read here")
            .other(local.span, "declared here without a value")
            .help(format!("give it a value where it is declared: `let {mutable}{name} = …;`")),
        );
    }

    /// A place that is lent, or of which a part is used.
    fn place(&mut self, expr: &Expr, state: &mut InitState) {
        match &expr.kind {
            ExprKind::Local(id) => {
                self.read(*id, expr, state);
                self.look_at(*id, expr, state);
            }
            ExprKind::Field(place, _) => self.place(place, state),
            ExprKind::Index(place, index) => {
                self.place(place, state);
                self.expr(index, state);
            }
            _ => self.expr(expr, state),
        }
    }

    /// Reports that the value of a variable was taken before.
    fn look_at(&mut self, id: LocalId, expr: &Expr, state: &InitState) {
        if !state.is_dead && state.taken.contains(&id) {
            let local = &self.locals[id];
            let name = &local.name;
            let first = self.moves.iter().find(|(other, _)| *other == id);
            let diagnostic = Diagnostic::new(
                E0382,
                format!("`{name}` is used after its value was taken"),
                expr.span,
            )
            .label("used here again");
            let diagnostic = match first {
                Some((_, place)) if *place != expr.span => {
                    diagnostic.other(*place, "its value is taken here")
                }
                _ => diagnostic.note("its value is taken in every turn of the loop"),
            };
            let diagnostic =
                diagnostic.other(local.span, "declared here, and its type is not `Copy`");
            self.found.push(match &local.ty {
                Ty::Iter(_) => diagnostic.help(format!(
                    "write `{name}.clone()` where it is taken first; with `{name}.by_ref()` \
                     there, this goes on behind what was taken"
                )),
                _ => diagnostic.help(
                    "put `#[derive(Clone, Copy)]` before the declaration of its type, or \
                     borrow it with `&`",
                ),
            });
        }
    }

    fn write(&mut self, id: LocalId, expr: &Expr, state: &mut InitState) {
        state.taken.remove(&id);
        if state.is_dead || !self.tracked.contains(&id) {
            return;
        }
        if self.fixed.contains(&id) && state.maybe.contains(&id) {
            let local = &self.locals[id];
            let name = &local.name;
            self.found.push(
                Diagnostic::new(
                    E0384,
                    format!("cannot assign twice to immutable variable `{name}`"),
                    expr.span,
                )
                .label("it may already have a value")
                .other(local.span, "the variable is declared here, without `mut`")
                .help(format!("declare it with `let mut {name}`")),
            );
        }
        state.set.insert(id);
        state.maybe.insert(id);
    }
}

/// What a pattern binds has a value of its own, whatever was taken in an earlier turn
/// of a loop.
fn bind_anew(pattern: &Pattern, state: &mut InitState) {
    let mut bound = Vec::new();
    bound_by(pattern, &mut bound);
    for id in bound {
        state.taken.remove(&id);
    }
}
