//! Borrow steps of the values that expressions compute.

use super::build::{Builder, Spot, Value};
use super::graph::{AccessKind, Part};
use super::slots;
use naga::Span;
use warpbench_hir::types::{Mutability, Ty};
use warpbench_hir::{Assertion, Builtin, Expr, ExprKind, Print};

impl Builder<'_> {
    /// The value of an expression.
    pub(super) fn value(&mut self, expr: &Expr) -> Value {
        self.value_as(expr, false)
    }

    /// The value of an argument of a call: a `&mut` that the text does not write
    /// counts from the call on.
    pub(super) fn argument(&mut self, expr: &Expr) -> Value {
        self.value_as(expr, true)
    }

    fn value_as(&mut self, expr: &Expr, is_argument: bool) -> Value {
        let span = expr.span;
        match &expr.kind {
            ExprKind::Error
            | ExprKind::Literal(_)
            | ExprKind::Constant(_)
            | ExprKind::ConstParam(_) => Value::default(),
            ExprKind::Local(_) | ExprKind::Deref(_) | ExprKind::Field(..) | ExprKind::Index(..) => {
                let spot = self.place(expr);
                self.read(&spot, &expr.ty, is_argument, span)
            }
            ExprKind::Unary(_, a) => {
                let value = self.value(a);
                self.consume(&[&value], span);
                Value::default()
            }
            ExprKind::Cast(a) => self.cast(a, &expr.ty, span),
            ExprKind::Unsize(a) | ExprKind::Repeat(a) => self.value(a),
            ExprKind::Binary(_, a, b) => {
                let (left, right) = (self.value(a), self.value(b));
                self.consume(&[&left, &right], span);
                Value::default()
            }
            ExprKind::Lazy(_, a, b) => {
                let left = self.value(a);
                self.consume(&[&left], span);
                let before = self.mark();
                let right = self.value(b);
                self.consume(&[&right], span);
                let end = self.detached();
                self.jump(end);
                self.graph.nodes[before].next.push(end);
                self.at = Some(end);
                Value::default()
            }
            ExprKind::Assert(assertion) => self.assertion(assertion),
            ExprKind::Print(print) => {
                self.print(print);
                Value::default()
            }
            ExprKind::AddressOf(place) => {
                let is_implied = place.span == span || !self.is_written(span);
                let spot = self.place(place);
                self.lend(&spot, mutability(&expr.ty), is_argument && is_implied, span)
            }
            ExprKind::Subslice(base, start, end) => {
                let spot = self.place(base);
                let spot = Spot { place: spot.place.part(Part::Index), slots: spot.slots };
                let value = self.lend(&spot, mutability(&expr.ty), false, span);
                self.bounds([start, end]);
                value
            }
            ExprKind::Assign(place, value) => self.assign(place, value, span),
            ExprKind::AssignOp(_, place, value) => {
                let given = self.value(value);
                let spot = self.place(place);
                self.consume(&[&given], span);
                self.access(spot.place.clone(), AccessKind::Read, None, None, span);
                self.access(spot.place, AccessKind::Assign, None, None, span);
                Value::default()
            }
            ExprKind::Tuple(parts) => {
                let fields: Vec<(u32, &Expr)> =
                    parts.iter().enumerate().map(|(at, part)| (at as u32, part)).collect();
                self.aggregate(&fields, &expr.ty, span)
            }
            ExprKind::Struct(fields) | ExprKind::Variant(_, fields) => {
                let fields: Vec<(u32, &Expr)> =
                    fields.iter().map(|(at, value)| (*at, value)).collect();
                self.aggregate(&fields, &expr.ty, span)
            }
            ExprKind::Array(parts) => self.array(parts, &expr.ty, span),
            ExprKind::Closure(closure) => self.closure(closure, &expr.ty, span),
            ExprKind::CallClosure(callee, parts) => self.call_closure(callee, parts, expr),
            ExprKind::Iter(op, parts) => self.iterator(*op, parts, expr),
            ExprKind::Next(place) | ExprKind::NextBack(place) => self.next(place, expr),
            ExprKind::Call(id, _, parts) => self.call(*id, parts, expr),
            ExprKind::Builtin(builtin, parts) => self.builtin(*builtin, parts, expr),
            ExprKind::Let(..) => {
                let refused = self.condition(expr);
                self.join(&refused);
                Value::default()
            }
            _ => self.control(expr),
        }
    }

    /// Whether the text writes a borrow with `&`, rather than a call that borrows.
    fn is_written(&self, span: Span) -> bool {
        let words = span.to_range().and_then(|range| self.checker.text.get(range));
        words.is_some_and(|words| words.starts_with('&'))
    }

    fn cast(&mut self, a: &Expr, to: &Ty, span: Span) -> Value {
        let value = self.value(a);
        if slots::count(self.checker, to) > 0 {
            return value;
        }
        // A raw pointer lends nothing.
        self.consume(&[&value], span);
        Value::default()
    }

    fn assertion(&mut self, assertion: &Assertion) -> Value {
        if let Some(condition) = &assertion.condition {
            let value = self.value(condition);
            self.consume(&[&value], condition.span);
            let before = self.mark();
            self.print(&assertion.message);
            self.at = Some(before);
        } else {
            self.print(&assertion.message);
            self.at = None;
        }
        Value::default()
    }

    /// What is printed is borrowed for that long.
    fn print(&mut self, print: &Print) {
        for argument in &print.arguments {
            if Self::is_place(argument) {
                let spot = self.place(argument);
                self.access(spot.place, AccessKind::Shared, None, None, argument.span);
            } else {
                let value = self.value(argument);
                self.consume(&[&value], argument.span);
            }
        }
    }

    fn assign(&mut self, place: &Expr, value: &Expr, span: Span) -> Value {
        let given = self.value(value);
        let spot = self.place(place);
        let from = self.slots_of(&given);
        self.flow_all(&place.ty, &from, &spot.slots);
        let node = self.access(spot.place, AccessKind::Assign, None, None, span);
        self.graph.nodes[node].uses.extend(given.temp);
        Value::default()
    }

    fn aggregate(&mut self, fields: &[(u32, &Expr)], ty: &Ty, span: Span) -> Value {
        let values: Vec<Value> = fields.iter().map(|(_, value)| self.value(value)).collect();
        let all: Vec<&Value> = values.iter().collect();
        let (made, own) = self.made_of(&all, Vec::new(), ty, span);
        if made.temp.is_none() {
            return made;
        }
        for ((field, expr), value) in fields.iter().zip(&values) {
            let (first, count) = slots::of_field(self.checker, ty, *field);
            let from = self.slots_of(value);
            let to = own.get(first..first + count).unwrap_or_default().to_vec();
            self.flow_all(&expr.ty, &from, &to);
        }
        made
    }

    fn array(&mut self, parts: &[Expr], ty: &Ty, span: Span) -> Value {
        let values: Vec<Value> = parts.iter().map(|part| self.value(part)).collect();
        let all: Vec<&Value> = values.iter().collect();
        let (made, own) = self.made_of(&all, Vec::new(), ty, span);
        for (part, value) in parts.iter().zip(&values) {
            let from = self.slots_of(value);
            self.flow_all(&part.ty, &from, &own);
        }
        made
    }

    /// A call of the library that is not written in Rust. A reference that it
    /// returns leads to where the first argument does.
    fn builtin(&mut self, builtin: Builtin, parts: &[Expr], expr: &Expr) -> Value {
        let values: Vec<Value> = parts.iter().map(|part| self.argument(part)).collect();
        let all: Vec<&Value> = values.iter().collect();
        let (made, own) = self.made_of(&all, Vec::new(), &expr.ty, expr.span);
        let lends =
            !matches!(builtin, Builtin::SliceFromParts | Builtin::PointerRead | Builtin::Zeroed);
        if let (true, Some(first)) = (lends, values.first()) {
            let from = self.slots_of(first);
            // An iterator has one more, for what it needs to go on.
            let from = match parts.first().map(|part| &part.ty) {
                Some(Ty::Iter(_)) => from.get(1..).unwrap_or_default().to_vec(),
                _ => from,
            };
            for (from, to) in from.iter().zip(&own) {
                self.flow(*from, *to);
            }
        }
        made
    }
}

/// What a reference allows.
pub(super) fn mutability(ty: &Ty) -> Mutability {
    match ty {
        Ty::Reference(mutability, _) => *mutability,
        _ => Mutability::Const,
    }
}
