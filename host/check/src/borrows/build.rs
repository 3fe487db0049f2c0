//! The graph of a body while it grows: variables, places and loans.

use super::graph::{
    Access, AccessKind, Graph, Loan, LoanId, Node, NodeId, Part, Place, Region, Step, Var,
};
use super::slots;
use crate::checker::Checker;
use naga::Span;
use std::collections::{HashMap, HashSet};
use warpbench_hir::types::{ClosureId, Mutability, Ty};
use warpbench_hir::{Expr, ExprKind, LabelId, Local, LocalId};

/// A value that was computed. One that holds references is kept in a variable
/// without a name until it is used.
#[derive(Clone, Debug, Default)]
pub(super) struct Value {
    pub(super) temp: Option<Var>,
    /// The loan that counts only from where the value is used.
    pub(super) reserved: Option<LoanId>,
}

/// A place with the regions of its type.
#[derive(Clone, Debug)]
pub(super) struct Spot {
    pub(super) place: Place,
    pub(super) slots: Vec<Region>,
}

/// A loop or block that can be left.
#[derive(Clone, Debug)]
pub(super) struct Target {
    /// How many scopes lie around it.
    pub(super) depth: usize,
    /// Where the next turn begins.
    pub(super) start: Option<NodeId>,
    pub(super) end: NodeId,
    /// What a `break` gives it.
    pub(super) result: Option<(Var, Ty)>,
}

/// What a closure that is being read uses of the variables around it.
#[derive(Clone, Debug, Default)]
pub(super) struct Recorder {
    pub(super) captured: HashSet<Var>,
    pub(super) used: Vec<Access>,
    /// The regions of what it returns.
    pub(super) results: Vec<Region>,
}

#[derive(Debug)]
pub(super) struct Builder<'a> {
    pub(super) checker: &'a Checker,
    pub(super) locals: &'a [Local],
    pub(super) moves: HashSet<(LocalId, Option<(usize, usize)>)>,
    pub(super) graph: Graph,
    /// The step that was made last, unless what follows is never reached.
    pub(super) at: Option<NodeId>,
    /// The variables that each scope declares.
    pub(super) scopes: Vec<Vec<Var>>,
    /// Values without a name that are lent, and end with the function.
    pub(super) temporaries: Vec<Var>,
    pub(super) targets: HashMap<LabelId, Target>,
    pub(super) recorders: Vec<Recorder>,
    /// The closures that return nothing of what they are given.
    pub(super) own_results: HashSet<ClosureId>,
    /// The closures that change what they have captured.
    pub(super) changing: HashSet<ClosureId>,
}

/// Makes the graph of a body. The first locals are the parameters.
pub(super) fn build(
    checker: &Checker,
    body: &Expr,
    locals: &[Local],
    params: usize,
    moves: &[(LocalId, Span)],
) -> Graph {
    let key = |(local, span): &(LocalId, Span)| (*local, span_key(*span));
    let mut builder = Builder {
        checker,
        locals,
        moves: moves.iter().map(key).collect(),
        graph: Graph::default(),
        at: None,
        scopes: vec![(0..params).collect()],
        temporaries: Vec::new(),
        targets: HashMap::new(),
        recorders: Vec::new(),
        own_results: HashSet::new(),
        changing: HashSet::new(),
    };
    for local in locals {
        builder.variable(&local.ty);
    }
    for param in 0..params {
        let slots = builder.graph.vars[param].clone();
        builder.graph.universal.extend(slots);
    }
    let returned = builder.region();
    builder.graph.universal.push(returned);
    builder.graph.returned = returned;
    builder.step(Step::None, Vec::new(), None);
    let value = builder.value(body);
    builder.give_back(&value, body.span);
    builder.graph
}

fn span_key(span: Span) -> Option<(usize, usize)> {
    span.to_range().map(|range| (range.start, range.end))
}

impl Builder<'_> {
    pub(super) fn region(&mut self) -> Region {
        self.graph.regions += 1;
        self.graph.regions - 1
    }

    /// A new variable of a type.
    pub(super) fn variable(&mut self, ty: &Ty) -> Var {
        let slots = (0..slots::count(self.checker, ty)).map(|_| self.region()).collect();
        self.graph.vars.push(slots);
        self.graph.vars.len() - 1
    }

    /// Adds a step after the last one.
    pub(super) fn step(&mut self, step: Step, uses: Vec<Var>, defines: Option<Var>) -> NodeId {
        let node = self.graph.nodes.len();
        self.graph.nodes.push(Node { step, uses, defines, next: Vec::new() });
        if let Some(at) = self.at {
            self.graph.nodes[at].next.push(node);
        }
        self.at = Some(node);
        node
    }

    /// A step that does nothing, and where it is.
    pub(super) fn mark(&mut self) -> NodeId {
        self.step(Step::None, Vec::new(), None)
    }

    /// A step that others lead to.
    pub(super) fn detached(&mut self) -> NodeId {
        let at = self.at.take();
        let node = self.mark();
        self.at = at;
        node
    }

    /// Goes on at a step that was made before.
    pub(super) fn jump(&mut self, to: NodeId) {
        if let Some(at) = self.at {
            self.graph.nodes[at].next.push(to);
        }
        self.at = None;
    }

    pub(super) fn flow(&mut self, from: Region, to: Region) {
        if from != to {
            self.graph.flows.push((from, to));
        }
    }

    /// A value of a type flows from some regions to others.
    pub(super) fn flow_all(&mut self, ty: &Ty, from: &[Region], to: &[Region]) {
        let invariant = slots::invariant(self.checker, ty);
        for (at, (from, to)) in from.iter().zip(to).enumerate() {
            self.flow(*from, *to);
            if invariant.get(at).copied().unwrap_or(false) {
                self.flow(*to, *from);
            }
        }
    }

    /// Regions flow into others of which it is not known which belongs to which.
    pub(super) fn flow_any(&mut self, from: &[Region], to: &[Region]) {
        for to in to {
            for from in from {
                self.flow(*from, *to);
            }
        }
    }

    /// Regions flow into others: each into its own, where there are equally many.
    pub(super) fn flow_alike(&mut self, from: &[Region], to: &[Region]) {
        if from.len() != to.len() {
            return self.flow_any(from, to);
        }
        for (from, to) in from.iter().zip(to) {
            self.flow(*from, *to);
        }
    }

    pub(super) fn slots_of(&self, value: &Value) -> Vec<Region> {
        value.temp.map(|temp| self.graph.vars[temp].clone()).unwrap_or_default()
    }

    /// Uses values up.
    pub(super) fn consume(&mut self, values: &[&Value], span: Span) {
        self.consume_into(values, Vec::new(), None, span);
    }

    /// Uses values and variables up, to give another its value in the same step: no
    /// loan may end in between.
    pub(super) fn consume_into(
        &mut self,
        values: &[&Value],
        mut uses: Vec<Var>,
        defines: Option<Var>,
        span: Span,
    ) {
        uses.extend(values.iter().filter_map(|value| value.temp));
        let reserved: Vec<LoanId> = values.iter().filter_map(|value| value.reserved).collect();
        if uses.is_empty() && defines.is_none() {
            return;
        }
        let node = self.step(Step::Use(reserved.clone(), span), uses, defines);
        for loan in reserved {
            self.graph.loans[loan].activation = Some(node);
        }
    }

    /// A value that is made of others, and its regions.
    pub(super) fn made_of(
        &mut self,
        values: &[&Value],
        uses: Vec<Var>,
        ty: &Ty,
        span: Span,
    ) -> (Value, Vec<Region>) {
        if slots::count(self.checker, ty) == 0 {
            self.consume_into(values, uses, None, span);
            return (Value::default(), Vec::new());
        }
        let temp = self.variable(ty);
        self.consume_into(values, uses, Some(temp), span);
        (Value { temp: Some(temp), reserved: None }, self.graph.vars[temp].clone())
    }

    /// Gives a variable a value.
    pub(super) fn define(&mut self, var: Var, ty: &Ty, value: &Value, span: Span) {
        self.consume_into(&[value], Vec::new(), Some(var), span);
        let (from, to) = (self.slots_of(value), self.graph.vars[var].clone());
        self.flow_all(ty, &from, &to);
        self.declared(var);
    }

    pub(super) fn declared(&mut self, var: Var) {
        if let Some(scope) = self.scopes.last_mut() {
            scope.push(var);
        }
    }

    /// Does something to a place.
    pub(super) fn access(
        &mut self,
        place: Place,
        kind: AccessKind,
        loan: Option<LoanId>,
        defines: Option<Var>,
        span: Span,
    ) -> NodeId {
        let access = Access { place, kind, span };
        for recorder in &mut self.recorders {
            if recorder.captured.contains(&access.place.var) {
                recorder.used.push(access.clone());
            }
        }
        let is_whole = kind == AccessKind::Assign && access.place.path.is_empty();
        let uses = if is_whole { Vec::new() } else { vec![access.place.var] };
        let defines = if is_whole { Some(access.place.var) } else { defines };
        self.step(Step::Access(access, loan), uses, defines)
    }

    /// Lends a place, and returns the reference.
    pub(super) fn lend(
        &mut self,
        spot: &Spot,
        mutability: Mutability,
        is_reserved: bool,
        span: Span,
    ) -> Value {
        let region = self.region();
        let mut slots = vec![region];
        slots.extend(&spot.slots);
        self.graph.vars.push(slots);
        let temp = self.graph.vars.len() - 1;
        let is_reserved = is_reserved && mutability == Mutability::Mut;
        let loan = self.loan(&spot.place, mutability, is_reserved, region, span, Some(temp));
        Value { temp: Some(temp), reserved: is_reserved.then_some(loan) }
    }

    /// Begins a loan for a region.
    pub(super) fn loan(
        &mut self,
        place: &Place,
        mutability: Mutability,
        is_reserved: bool,
        region: Region,
        span: Span,
        defines: Option<Var>,
    ) -> LoanId {
        // Whoever lent the references on the way must wait for this one too.
        for part in place.path.iter().rev() {
            if let Part::Deref(through, own) = part {
                self.flow(*own, region);
                if *through == Mutability::Const {
                    break;
                }
            }
        }
        let kind = match (mutability, is_reserved) {
            (Mutability::Const, _) => AccessKind::Shared,
            (Mutability::Mut, true) => AccessKind::Reserved,
            (Mutability::Mut, false) => AccessKind::Mutable,
        };
        let loan = self.graph.loans.len();
        self.graph.loans.push(Loan {
            place: place.clone(),
            is_mutable: mutability == Mutability::Mut,
            by_closure: false,
            region,
            span,
            node: self.graph.nodes.len(),
            activation: None,
        });
        self.access(place.clone(), kind, Some(loan), defines, span);
        loan
    }

    /// Whether an expression says where a value is rather than what it is.
    pub(super) fn is_place(expr: &Expr) -> bool {
        match &expr.kind {
            ExprKind::Local(_) | ExprKind::Deref(_) => true,
            ExprKind::Field(inner, _) | ExprKind::Index(inner, _) => Self::is_place(inner),
            _ => false,
        }
    }

    /// The place that an expression means. A value that lies nowhere, and what a
    /// raw pointer leads to, are variables of their own that nobody else knows.
    pub(super) fn place(&mut self, expr: &Expr) -> Spot {
        match &expr.kind {
            ExprKind::Local(id) if *id < self.locals.len() => {
                Spot { place: Place::of(*id), slots: self.graph.vars[*id].clone() }
            }
            ExprKind::Field(base, field) => {
                let spot = self.place(base);
                self.field(&spot, &base.ty, *field)
            }
            ExprKind::Index(base, index) => {
                let spot = self.place(base);
                let index_value = self.value(index);
                self.consume(&[&index_value], index.span);
                Spot { place: spot.place.part(Part::Index), slots: spot.slots }
            }
            ExprKind::Deref(inner) => self.behind(inner, &expr.ty),
            _ => {
                let value = self.value(expr);
                let temp = value.temp.unwrap_or_else(|| self.variable(&expr.ty));
                if owns(expr) {
                    self.temporaries.push(temp);
                }
                Spot { place: Place::of(temp), slots: self.graph.vars[temp].clone() }
            }
        }
    }

    fn behind(&mut self, inner: &Expr, ty: &Ty) -> Spot {
        if let ExprKind::Subslice(base, start, end) = &inner.kind {
            let spot = self.place(base);
            self.bounds([start, end]);
            return Spot { place: spot.place.part(Part::Index), slots: spot.slots };
        }
        let Ty::Reference(mutability, _) = &inner.ty else {
            let value = self.value(inner);
            self.consume(&[&value], inner.span);
            return self.unknown(ty);
        };
        let spot = if Self::is_place(inner) {
            self.place(inner)
        } else {
            let value = self.value(inner);
            match value.temp {
                Some(temp) => Spot { place: Place::of(temp), slots: self.graph.vars[temp].clone() },
                None => return self.unknown(ty),
            }
        };
        self.dereferenced(&spot, *mutability)
    }

    /// The bounds of a part of a slice.
    pub(super) fn bounds(&mut self, bounds: [&Option<Box<Expr>>; 2]) {
        for bound in bounds.into_iter().flatten() {
            let value = self.value(bound);
            self.consume(&[&value], bound.span);
        }
    }

    /// What a reference at a place leads to.
    pub(super) fn dereferenced(&mut self, spot: &Spot, mutability: Mutability) -> Spot {
        let Some((own, rest)) = spot.slots.split_first() else {
            let region = self.region();
            let place = spot.place.part(Part::Deref(mutability, region));
            return Spot { place, slots: Vec::new() };
        };
        let place = spot.place.part(Part::Deref(mutability, *own));
        Spot { place, slots: rest.to_vec() }
    }

    pub(super) fn field(&self, spot: &Spot, ty: &Ty, field: u32) -> Spot {
        let (first, count) = slots::of_field(self.checker, ty, field);
        let slots = spot.slots.get(first..first + count).unwrap_or_default().to_vec();
        Spot { place: spot.place.part(Part::Field(field)), slots }
    }

    /// A place of which nothing is known.
    pub(super) fn unknown(&mut self, ty: &Ty) -> Spot {
        let temp = self.variable(ty);
        Spot { place: Place::of(temp), slots: self.graph.vars[temp].clone() }
    }

    /// The value at a place. What a reference leads to is lent on: the reference
    /// itself may change or end meanwhile.
    pub(super) fn read(&mut self, spot: &Spot, ty: &Ty, is_reserved: bool, span: Span) -> Value {
        if let Ty::Reference(mutability, _) = ty {
            let behind = self.dereferenced(spot, *mutability);
            return self.lend(&behind, *mutability, is_reserved, span);
        }
        let is_moved =
            spot.place.path.is_empty() && self.moves.contains(&(spot.place.var, span_key(span)));
        let kind = if is_moved { AccessKind::Move } else { AccessKind::Read };
        if slots::count(self.checker, ty) == 0 {
            self.access(spot.place.clone(), kind, None, None, span);
            return Value::default();
        }
        let temp = self.variable(ty);
        let to = self.graph.vars[temp].clone();
        self.flow_all(ty, &spot.slots, &to);
        self.access(spot.place.clone(), kind, None, Some(temp), span);
        Value { temp: Some(temp), reserved: None }
    }
}

/// Whether a value without a name ceases to exist with the function, other than
/// one that is known when the program is compiled.
fn owns(expr: &Expr) -> bool {
    warpbench_hir::visit::any(expr, &mut |part| {
        matches!(
            part.kind,
            ExprKind::Local(_)
                | ExprKind::Call(..)
                | ExprKind::CallClosure(..)
                | ExprKind::Builtin(..)
                | ExprKind::Closure(_)
        )
    })
}
