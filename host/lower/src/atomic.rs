//! Atomic operations, of functions and of methods alike: what is called, and the
//! values around it. What is done to the word is in [`atomic_word`](super::atomic_word).

use super::Lowering;
use super::atomic_word::{UpdateOrders, Word};
use super::builtin::{first, pointee};
use super::frame::Frame;
use super::place::PlaceExpr;
use super::types::{kept, unsupported};
use super::value::{Base, Slot, Value};
use naga::{BinaryOperator, Expression, Handle, Span};
use warpbench_codes::K0026;
use warpbench_hir::types::{AtomicTy, AtomicValue, Ty};
use warpbench_hir::{AtomicOp, Builtin, Expr, ExprKind};
use warpbench_semantics::{MemoryOrder, Scope, Synchronization};
use warpbench_source::Diagnostic;

/// What an atomic operation works on, and what it holds.
pub(super) struct Subject {
    place: PlaceExpr,
    /// The type of its values.
    value: Ty,
    /// The type of the number that it is kept as.
    pub(super) kept: Ty,
}

/// What makes of the value that is there the one that shall be there, and says
/// whether it shall.
pub(super) type NewValue<'f, 'u, 'a> = dyn FnMut(
        &mut Frame<'u, 'a>,
        Handle<Expression>,
    ) -> Lowering<(Handle<Expression>, Handle<Expression>)>
    + 'f;

impl<'u, 'a> Frame<'u, 'a> {
    /// A call of the library that has to do with atomics.
    pub(super) fn atomic(
        &mut self,
        builtin: Builtin,
        arguments: &[Expr],
        ty: &Ty,
        span: Span,
    ) -> Lowering<Value> {
        match (builtin, arguments) {
            (Builtin::Atomic(op, scope), [subject, order, rest @ ..]) => {
                let how = Synchronization { order: self.order(order)?, scope };
                self.operate_atomically(op, how, subject, rest.first(), span)
            }
            (Builtin::AtomicOrdered(op, scope, order), [subject, rest @ ..]) => {
                let how = Synchronization { order, scope };
                self.operate_atomically(op, how, subject, rest.first(), span)
            }
            (Builtin::CompareExchange { scope, .. }, [subject, current, new, success, failure]) => {
                let orders = [self.order(success)?, self.order(failure)?];
                self.compare_exchange(subject, current, new, orders, scope, span)
            }
            (Builtin::CompareAndSwap(scope, order), [subject, current, new, rest @ ..]) => {
                let order = match (order, rest) {
                    (Some(order), _) => order,
                    (None, [order]) => self.order(order)?,
                    _ => return Err(unsupported("this call", span)),
                };
                let orders = [order, order.of_read()];
                match self.compare_exchange(subject, current, new, orders, scope, span)? {
                    Value::Parts(pair) => Ok(pair.into_iter().next().unwrap_or(Value::Never)),
                    value => Ok(value),
                }
            }
            (Builtin::FetchUpdate(scope), [subject, set, fetch, closure]) => {
                let Value::Closure(closure) = self.value(closure)? else {
                    return Err(unsupported("this as a closure", closure.span));
                };
                let number = closure.closure.params.first().map(|param| param.ty.clone());
                let number = number.unwrap_or(Ty::Error);
                self.fetch_update(subject, [set, fetch], scope, span, &mut |frame, old| {
                    let value = frame.call_closure(&closure, vec![Value::Plain(old)], span)?;
                    let (is_some, new) = frame.opened(value, span)?;
                    let new = frame.plain(new, &number, span)?;
                    Ok((new, is_some))
                })
            }
            (Builtin::AtomicNew, [value]) => {
                let Ty::Atomic(atomic) = self.settle(ty) else {
                    return Err(unsupported("an atomic of this type", span));
                };
                let number = self.plain_expr(value)?;
                Ok(Value::Plain(self.number_to_keep(number, &atomic.value_ty(), span)))
            }
            (Builtin::AtomicInner, [atomic]) => {
                let value = self.value(atomic)?;
                let number = self.plain(value, &kept(&atomic.ty), span)?;
                Ok(Value::Plain(self.value_kept(number, ty, span)))
            }
            (Builtin::AtomicPlace, [place]) => {
                let value = self.value(place)?;
                let is_part = matches!(
                    &value,
                    Value::Pointer(pointer) if matches!(pointer.base, Base::Part { .. })
                );
                // What is declared as a plain number is not changed atomically.
                if is_part && matches!(place.ty, Ty::Pointer(..)) {
                    let what = "a reference to a field of a structure in memory";
                    let diagnostic = unsupported(what, place.span);
                    return Err(Box::new(diagnostic.help(
                        "declare the field as an atomic: `AtomicU32`, and the parameter as a reference",
                    )));
                }
                Ok(value)
            }
            _ => Err(unsupported("this call", first(arguments, span)?.span)),
        }
    }

    /// An operation on what a pointer or reference leads to.
    fn operate_atomically(
        &mut self,
        op: AtomicOp,
        how: Synchronization,
        subject: &Expr,
        value: Option<&Expr>,
        span: Span,
    ) -> Lowering<Value> {
        let subject = self.subject(subject, span)?;
        let value = match value {
            Some(value) => {
                let value = self.plain_expr(value)?;
                Some(self.number_to_keep(value, &subject.value, span))
            }
            None => None,
        };
        if self.is_dead() {
            return Ok(Value::Never);
        }
        let result = match op {
            AtomicOp::Store => Ty::UNIT,
            _ => subject.value.clone(),
        };
        self.each_subject(subject, &result, span, &mut |frame, subject| {
            let word = frame.word(subject, Some(op), span)?;
            let old = match (op, value) {
                (AtomicOp::Load, _) | (_, None) => frame.load_word(&word, how, span),
                (AtomicOp::Store, Some(value)) => {
                    frame.store_word(&word, value, how, span);
                    return Ok(Value::UNIT);
                }
                (op, Some(value)) => {
                    let is_bool = subject.value == Ty::Bool;
                    frame.change_word(&word, (op, is_bool), value, how, span)?
                }
            };
            Ok(Value::Plain(frame.value_kept(old, &subject.value, span)))
        })
    }

    /// Does something to an atomic; where it is one of several, to the one that is
    /// meant.
    fn each_subject(
        &mut self,
        subject: Subject,
        result: &Ty,
        span: Span,
        action: &mut dyn FnMut(&mut Self, &Subject) -> Lowering<Value>,
    ) -> Lowering<Value> {
        let PlaceExpr::Choice(which, places, _) = subject.place else {
            return action(self, &subject);
        };
        let slot = self.new_slot("chosen", result, span)?;
        self.cases(which, places.len(), span, &mut |frame, at| {
            let one = Subject {
                place: places[at].clone(),
                value: subject.value.clone(),
                kept: subject.kept.clone(),
            };
            let value = frame.each_subject(one, result, span, action)?;
            frame.write_slot(&slot, value, span)
        })?;
        self.read_slot(&slot, span)
    }

    /// What was there, and whether it was exchanged.
    fn compare_exchange(
        &mut self,
        subject: &Expr,
        current: &Expr,
        new: &Expr,
        [success, failure]: [MemoryOrder; 2],
        scope: Scope,
        span: Span,
    ) -> Lowering<Value> {
        let subject = self.subject(subject, span)?;
        let current = self.plain_expr(current)?;
        let current = self.number_to_keep(current, &subject.value, span);
        let new = self.plain_expr(new)?;
        let new = self.number_to_keep(new, &subject.value, span);
        if self.is_dead() {
            return Ok(Value::Never);
        }
        let orders = UpdateOrders { set: success, fetch: failure, scope };
        let result = Ty::Tuple(vec![subject.value.clone(), Ty::Bool]);
        self.each_subject(subject, &result, span, &mut |frame, subject| {
            let word = frame.word(subject, None, span)?;
            let [old, exchanged] = frame.exchange_word(&word, current, new, orders, span);
            let old = frame.value_kept(old, &subject.value, span);
            Ok(Value::Parts(vec![Value::Plain(old), Value::Plain(exchanged)]))
        })
    }

    /// `x.fetch_update(set, fetch, f)`: `new` makes of the value that is there the
    /// one that shall be there, and says whether it shall. The value is what was
    /// there, and whether it was changed.
    fn fetch_update(
        &mut self,
        subject: &Expr,
        [set, fetch]: [&Expr; 2],
        scope: Scope,
        span: Span,
        new: &mut NewValue<'_, 'u, 'a>,
    ) -> Lowering<Value> {
        let orders = UpdateOrders { set: self.order(set)?, fetch: self.order(fetch)?, scope };
        let subject = self.subject(subject, span)?;
        let result = Ty::Tuple(vec![subject.value.clone(), Ty::Bool]);
        self.each_subject(subject, &result, span, &mut |frame, subject| {
            let word = frame.word(subject, None, span)?;
            let value = &subject.value;
            let updated = frame.update_word(&word, orders, span, &mut |frame, old| {
                let old = frame.value_kept(old, value, span);
                let (new, is_wanted) = new(frame, old)?;
                Ok((frame.number_to_keep(new, value, span), Some(is_wanted)))
            })?;
            let [old, changed] = updated;
            let old = frame.value_kept(old, value, span);
            Ok(Value::Parts(vec![Value::Plain(old), Value::Plain(changed)]))
        })
    }

    /// What a pointer or a reference, perhaps to a field, leads to.
    fn subject(&mut self, expr: &Expr, span: Span) -> Lowering<Subject> {
        let Some(to) = pointee(&self.settle(&expr.ty)) else {
            return Err(unsupported("an atomic operation on this", span));
        };
        let value = match &to {
            Ty::Atomic(atomic) => atomic.value_ty(),
            number => number.clone(),
        };
        let place = match &expr.kind {
            ExprKind::AddressOf(place) => self.place(place)?,
            _ => {
                let pointer = self.value(expr)?;
                self.deref(pointer, to.clone(), span)?
            }
        };
        Ok(Subject { place, value, kept: kept(&to) })
    }

    /// The word that an operation works on; without one, its bits are compared.
    fn word(&mut self, subject: &Subject, op: Option<AtomicOp>, span: Span) -> Lowering<Word> {
        match subject.place.clone() {
            PlaceExpr::Memory(pointer, _) => self.word_in_memory(&pointer, &subject.kept, op, span),
            PlaceExpr::Direct(pointer, ty, Some(root)) => {
                let Ty::Atomic(atomic) = ty else { return Err(plain_member(&subject.value, span)) };
                self.unit.roots[root].usage.is_written = true;
                Word::member(pointer, &atomic.kept_as(), span)
            }
            PlaceExpr::Direct(pointer, _, None) => Ok(Word::own(pointer, &subject.kept)),
            PlaceExpr::Slot(Slot::Variable(variable, _)) => {
                let pointer = self.local(variable);
                Ok(Word::own(pointer, &subject.kept))
            }
            // A value without a place gets one that nobody else sees.
            PlaceExpr::Value(value, _) => {
                let slot = self.new_slot("", &subject.kept, span)?;
                self.write_slot(&slot, value, span)?;
                let Slot::Variable(variable, _) = slot else {
                    return Err(unsupported("an atomic operation on this", span));
                };
                let pointer = self.local(variable);
                Ok(Word::own(pointer, &subject.kept))
            }
            PlaceExpr::Choice(..)
            | PlaceExpr::Slot(_)
            | PlaceExpr::Slice(..)
            | PlaceExpr::Unaligned(..) => Err(unsupported("an atomic operation on this", span)),
        }
    }

    /// A value as the number that an atomic keeps.
    fn number_to_keep(
        &mut self,
        value: Handle<Expression>,
        ty: &Ty,
        span: Span,
    ) -> Handle<Expression> {
        if *ty != Ty::Bool {
            return value;
        }
        let (one, zero) = (self.u32(1), self.u32(0));
        self.select(value, one, zero, span)
    }

    /// The value of the number that an atomic keeps.
    fn value_kept(
        &mut self,
        number: Handle<Expression>,
        ty: &Ty,
        span: Span,
    ) -> Handle<Expression> {
        if *ty != Ty::Bool {
            return number;
        }
        let zero = self.u32(0);
        self.binary(BinaryOperator::NotEqual, number, zero, span)
    }
}

fn plain_member(value: &Ty, span: Span) -> Box<Diagnostic> {
    let value = match value {
        Ty::Int(int) => Some(AtomicValue::Int(*int)),
        Ty::Float(float) => Some(AtomicValue::Float(*float)),
        _ => None,
    };
    let diagnostic =
        Diagnostic::new(K0026, "this field cannot be changed atomically as it is declared", span)
            .label("a plain number in a structure");
    Box::new(match value {
        Some(value) => {
            let name = AtomicTy { value, scope: Scope::Device }.name();
            diagnostic.help(format!("declare the field as `{name}`"))
        }
        None => diagnostic,
    })
}
