//! Blocks, branches, loops and jumps.

use super::build::{Builder, Spot, Target, Value};
use super::graph::{AccessKind, NodeId, Step, Var};
use super::slots;
use naga::Span;
use warpbench_hir::types::Ty;
use warpbench_hir::{
    Adaptor, Arm, Block, Expr, ExprKind, For, ForEach, LabelId, LazyOp, Statement,
};

impl Builder<'_> {
    /// Expressions that decide what comes next.
    pub(super) fn control(&mut self, expr: &Expr) -> Value {
        match &expr.kind {
            ExprKind::Block(label, block) => self.block(*label, block, &expr.ty),
            ExprKind::If(condition, then, otherwise) => {
                let result = self.result(&expr.ty);
                self.scopes.push(Vec::new());
                let refused = self.condition(condition);
                let end = self.detached();
                self.branch(then, &result);
                self.end_scope();
                self.jump(end);
                self.join(&refused);
                if let Some(otherwise) = otherwise {
                    self.branch(otherwise, &result);
                }
                self.jump(end);
                self.at = Some(end);
                kept(&result)
            }
            ExprKind::Match(value, arms) => self.arms(value, arms, &expr.ty),
            ExprKind::Loop(label, body) => {
                let result = self.result(&expr.ty);
                let (start, end) = self.enter_loop(*label, result.clone());
                self.discard(body);
                self.jump(start);
                self.at = Some(end);
                kept(&result)
            }
            ExprKind::While(label, condition, body) => {
                let (start, end) = self.enter_loop(*label, None);
                self.scopes.push(Vec::new());
                let refused = self.condition(condition);
                self.discard(body);
                self.end_scope();
                self.jump(start);
                self.join(&refused);
                self.jump(end);
                self.at = Some(end);
                Value::default()
            }
            ExprKind::For(found) => self.for_range(found),
            ExprKind::ForEach(found) => self.for_each(found),
            ExprKind::Break(label, value) => {
                let target = self.targets.get(label).cloned();
                if let Some(value) = value {
                    let given = self.value(value);
                    let result = target.as_ref().and_then(|target| target.result.clone());
                    self.store(&given, value, &result);
                }
                if let Some(target) = target {
                    self.leave_scopes(target.depth);
                    self.jump(target.end);
                }
                self.at = None;
                Value::default()
            }
            ExprKind::Continue(label) => {
                if let Some(target) = self.targets.get(label).cloned()
                    && let Some(start) = target.start
                {
                    self.leave_scopes(target.depth);
                    self.jump(start);
                }
                self.at = None;
                Value::default()
            }
            ExprKind::Return(value) => {
                let given = value.as_ref().map(|value| self.value(value)).unwrap_or_default();
                self.give_back(&given, expr.span);
                self.at = None;
                Value::default()
            }
            _ => Value::default(),
        }
    }

    /// What is returned leaves the function, and all its variables end. A closure
    /// only ends its own turn.
    pub(super) fn give_back(&mut self, value: &Value, span: Span) {
        self.consume(&[value], span);
        if let Some(recorder) = self.recorders.last() {
            let results = recorder.results.clone();
            self.flow_alike(&self.slots_of(value), &results);
            return;
        }
        let returned = self.graph.returned;
        for slot in self.slots_of(value) {
            self.flow(slot, returned);
        }
        self.leave_scopes(0);
        for temp in self.temporaries.clone() {
            self.step(Step::Dead(temp), Vec::new(), None);
        }
    }

    /// A variable for the value of several branches.
    fn result(&mut self, ty: &Ty) -> Option<(Var, Ty)> {
        let is_needed = slots::count(self.checker, ty) > 0;
        is_needed.then(|| (self.variable(ty), ty.clone()))
    }

    fn branch(&mut self, body: &Expr, result: &Option<(Var, Ty)>) {
        let value = self.value(body);
        self.store(&value, body, result);
    }

    fn store(&mut self, value: &Value, expr: &Expr, result: &Option<(Var, Ty)>) {
        let var = result.as_ref().map(|(var, _)| *var);
        self.consume_into(&[value], Vec::new(), var, expr.span);
        if let Some((var, ty)) = result {
            let (from, to) = (self.slots_of(value), self.graph.vars[*var].clone());
            self.flow_all(ty, &from, &to);
        }
    }

    fn discard(&mut self, body: &Expr) {
        let value = self.value(body);
        self.consume(&[&value], body.span);
    }

    /// Goes on where any of these steps leads.
    pub(super) fn join(&mut self, from: &[NodeId]) {
        let node = self.detached();
        self.jump(node);
        for from in from {
            self.graph.nodes[*from].next.push(node);
        }
        self.at = Some(node);
    }

    /// A condition. What follows is where it holds; the steps that are returned lead
    /// to where it does not.
    pub(super) fn condition(&mut self, expr: &Expr) -> Vec<NodeId> {
        match &expr.kind {
            ExprKind::Lazy(LazyOp::And, left, right) => {
                let mut refused = self.condition(left);
                refused.extend(self.condition(right));
                refused
            }
            ExprKind::Let(pattern, value) => {
                let spot = self.place(value);
                self.look(pattern, &spot);
                let refused = self.mark();
                self.bind(pattern, &spot);
                vec![refused]
            }
            _ => {
                let value = self.value(expr);
                self.consume(&[&value], expr.span);
                vec![self.mark()]
            }
        }
    }

    /// Ends the variables of all scopes but the outer ones, which are left for good
    /// only where the text leaves them.
    fn leave_scopes(&mut self, depth: usize) {
        let ended: Vec<Var> = self
            .scopes
            .iter()
            .skip(depth)
            .rev()
            .flat_map(|scope| scope.iter().rev())
            .copied()
            .collect();
        for var in ended {
            self.step(Step::Dead(var), Vec::new(), None);
        }
    }

    pub(super) fn end_scope(&mut self) {
        let depth = self.scopes.len().saturating_sub(1);
        if self.at.is_some() {
            self.leave_scopes(depth);
        }
        self.scopes.pop();
    }

    fn block(&mut self, label: Option<LabelId>, block: &Block, ty: &Ty) -> Value {
        let labelled = label.map(|label| {
            let result = self.result(ty);
            let end = self.detached();
            let depth = self.scopes.len();
            let target = Target { depth, start: None, end, result: result.clone() };
            self.targets.insert(label, target);
            (result, end)
        });
        self.scopes.push(Vec::new());
        for statement in &block.statements {
            self.statement(statement);
        }
        let value = block.value.as_ref().map(|value| self.value(value)).unwrap_or_default();
        let Some((result, end)) = labelled else {
            self.end_scope();
            return value;
        };
        if let Some(tail) = &block.value {
            self.store(&value, tail, &result);
        }
        self.end_scope();
        self.jump(end);
        self.at = Some(end);
        kept(&result)
    }

    fn statement(&mut self, statement: &Statement) {
        match statement {
            Statement::Let(pattern, None, _) => {
                let mut bound = Vec::new();
                warpbench_hir::visit::bound_by(pattern, &mut bound);
                for id in bound {
                    self.step(Step::None, Vec::new(), Some(id));
                    self.declared(id);
                }
            }
            Statement::Let(pattern, Some(value), _) => self.bind_value(pattern, value),
            Statement::LetElse(pattern, value, otherwise, _) => {
                let spot = self.place(value);
                self.look(pattern, &spot);
                let refused = self.mark();
                self.discard(otherwise);
                self.at = Some(refused);
                self.bind(pattern, &spot);
            }
            Statement::Expr(expr) => self.discard(expr),
        }
    }

    fn arms(&mut self, value: &Expr, arms: &[Arm], ty: &Ty) -> Value {
        let result = self.result(ty);
        let spot = self.place(value);
        let end = self.detached();
        for arm in arms {
            self.look(&arm.pattern, &spot);
            let head = self.mark();
            self.scopes.push(Vec::new());
            let refused = self.arm(arm, &spot);
            self.branch(&arm.body, &result);
            self.end_scope();
            self.jump(end);
            // The next arm is tried where this one does not fit.
            self.at = Some(head);
            self.join(&refused);
        }
        self.at = Some(end);
        kept(&result)
    }

    fn arm(&mut self, arm: &Arm, spot: &Spot) -> Vec<NodeId> {
        self.bind(&arm.pattern, spot);
        arm.guard.as_ref().map(|guard| self.condition(guard)).unwrap_or_default()
    }

    fn enter_loop(&mut self, label: LabelId, result: Option<(Var, Ty)>) -> (NodeId, NodeId) {
        let end = self.detached();
        let start = self.mark();
        let depth = self.scopes.len();
        self.targets.insert(label, Target { depth, start: Some(start), end, result });
        (start, end)
    }

    fn for_range(&mut self, found: &For) -> Value {
        self.discard(&found.start);
        self.discard(&found.end);
        for adaptor in &found.adaptors {
            match adaptor {
                Adaptor::StepBy(step) => self.discard(step),
                Adaptor::Rev => {}
            }
        }
        let (start, end) = self.enter_loop(found.label, None);
        self.scopes.push(Vec::new());
        if let Some(local) = found.local {
            self.step(Step::None, Vec::new(), Some(local));
            self.declared(local);
        }
        self.discard(&found.body);
        self.end_scope();
        self.jump(start);
        self.graph.nodes[start].next.push(end);
        self.at = Some(end);
        Value::default()
    }

    fn for_each(&mut self, found: &ForEach) -> Value {
        let iterator = self.value(&found.iterator);
        let (start, end) = self.enter_loop(found.label, None);
        self.scopes.push(Vec::new());
        if let Some(temp) = iterator.temp {
            let place = super::graph::Place::of(temp);
            let turn = self.access(place, AccessKind::Read, None, None, found.iterator.span);
            self.graph.turns.push(turn);
        }
        let more = self.mark();
        let item_ty = match &found.iterator.ty {
            Ty::Iter(iter) => iter.item(),
            _ => found.pattern.ty.clone(),
        };
        let (item, own) = self.made_of(&[], Vec::new(), &item_ty, found.pattern.span);
        let from = self.slots_of(&iterator);
        for (from, to) in from.iter().skip(1).zip(&own) {
            self.flow(*from, *to);
        }
        self.bind_computed(&found.pattern, &item, &item_ty);
        self.discard(&found.body);
        self.end_scope();
        self.jump(start);
        self.graph.nodes[more].next.push(end);
        self.at = Some(end);
        Value::default()
    }
}

/// The value that several branches have stored.
fn kept(result: &Option<(Var, Ty)>) -> Value {
    Value { temp: result.as_ref().map(|(var, _)| *var), reserved: None }
}
