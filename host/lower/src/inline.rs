//! Functions and closures whose bodies become part of the function that calls
//! them: closures share the variables of the function that makes them, and some
//! things cannot be passed to a function of naga's.

use super::Lowering;
use super::flow::Destination;
use super::frame::{Frame, InlineReturn};
use super::matching::returns;
use super::place::PlaceExpr;
use super::types::unsupported;
use super::value::{Base, ClosureValue, Slot, Value};
use naga::{BinaryOperator, Expression, Handle, Literal, Span, Statement};
use std::rc::Rc;
use warpbench_codes::K0013;
use warpbench_hir::types::{Len, Ty};
use warpbench_hir::{BinaryOp, Closure, ConstValue, Expr, FunctionId};
use warpbench_semantics::StatementFact;
use warpbench_source::Diagnostic;

/// The most bodies in one function.
const MOST_BODIES: usize = 20_000;

impl Frame<'_, '_> {
    /// Whether a call cannot be one of naga's.
    pub(super) fn must_be_inlined(&self, id: FunctionId, values: &[Value]) -> bool {
        let function = &self.unit.program.functions[id];
        function.is_library
            || values.iter().any(|value| self.is_only_here(value))
            || !self.can_return(&function.result)
            || self.returns_reference(&function.result)
    }

    /// Whether a function of naga's can return values of a type.
    fn can_return(&self, ty: &Ty) -> bool {
        match ty {
            Ty::Closure(_) | Ty::Iter(_) => false,
            Ty::Struct(..) | Ty::Tuple(_) => {
                self.unit.split(ty).unwrap_or_default().iter().all(|ty| self.can_return(ty))
            }
            _ => true,
        }
    }

    fn returns_reference(&self, ty: &Ty) -> bool {
        match ty {
            Ty::Reference(..) | Ty::Pointer(..) => true,
            Ty::Struct(..) | Ty::Tuple(_) => {
                let parts = self.unit.split(ty).unwrap_or_default();
                parts.iter().any(|ty| self.returns_reference(ty))
            }
            _ => false,
        }
    }

    /// Whether a value is known here and nowhere else.
    fn is_only_here(&self, value: &Value) -> bool {
        match value {
            Value::Closure(_) | Value::Iter(_) => true,
            Value::Pointer(pointer) | Value::Slice(pointer, _) => {
                !matches!(pointer.base, Base::Memory(_) | Base::Local { .. })
            }
            Value::Parts(parts) => parts.iter().any(|part| self.is_only_here(part)),
            _ => false,
        }
    }

    /// Puts the body of a function in the place of its call, which may be at the end of
    /// the function around.
    pub(super) fn inline(
        &mut self,
        (id, consts): (FunctionId, Vec<ConstValue>),
        values: Vec<Value>,
        is_end: bool,
        span: Span,
    ) -> Lowering<Value> {
        if self.inlined() > MOST_BODIES {
            return Err(Box::new(
                Diagnostic::new(K0013, "this kernel is too large", span)
                    .label("functions with closures are written out where they are called")
                    .help("call them from fewer places"),
            ));
        }
        let program = self.unit.program;
        let source = &program.functions[id];
        let stand_in = self.inlining.stand_in;
        if source.is_library {
            self.inlining.stand_in = Some(stand_in.unwrap_or(span));
        } else {
            let name = self.function.name.clone().unwrap_or_default();
            self.unit.note_names(&name, source);
        }
        let context = self.add_context(source, consts);
        let before = self.switch_to(context);
        let name = (!source.is_library).then_some(source.span);
        let outcome =
            self.written_out(name, span, |frame| frame.inline_body(source, values, is_end, span));
        self.switch_to(before);
        self.inlining.stand_in = stand_in;
        // The library's own places mean nothing to whoever reads the text.
        match (outcome, stand_in) {
            (Err(mut found), None) if source.is_library => {
                found.span = span;
                found.others.clear();
                Err(found)
            }
            (outcome, _) => outcome,
        }
    }

    /// Writes a body out in the place of a call, and notes what the text calls it. The
    /// library's calls mean nothing to whoever reads the text.
    fn written_out(
        &mut self,
        name: Option<Span>,
        span: Span,
        body: impl FnOnce(&mut Self) -> Lowering<Value>,
    ) -> Lowering<Value> {
        let Some(name) = name.filter(|_| self.inlining.stand_in.is_none()) else {
            return body(self);
        };
        self.push_nothing(StatementFact::InlinedCall { name }, span);
        let outcome = body(self);
        self.push_nothing(StatementFact::InlinedCallEnd, Span::UNDEFINED);
        outcome
    }

    /// A statement that does nothing but mark where it stands.
    fn push_nothing(&mut self, fact: StatementFact, span: Span) {
        let end = self.function.expressions.len();
        let nothing = self.function.expressions.range_from(end);
        self.push_with(Statement::Emit(nothing), fact, span);
    }

    fn inline_body(
        &mut self,
        source: &warpbench_hir::Function,
        values: Vec<Value>,
        is_end: bool,
        span: Span,
    ) -> Lowering<Value> {
        for (id, value) in values.into_iter().enumerate() {
            self.take_argument(id, value)?;
        }
        if is_end && source.result.is_unit() {
            // What returns from here returns from the function around.
            self.evaluate(&source.body, &Destination::End)?;
            return Ok(if self.is_dead() { Value::Never } else { Value::UNIT });
        }
        self.body_value(&source.body, &source.result, returns(&source.body), span)
    }

    /// The value of a body. Where it is left early, it is a loop that is walked
    /// through once.
    fn body_value(
        &mut self,
        body: &Expr,
        result: &Ty,
        is_left: bool,
        span: Span,
    ) -> Lowering<Value> {
        if !is_left {
            return self.value(body);
        }
        let ty = self.settle(result);
        let is_empty = ty.is_unit() || ty == Ty::Never;
        let slot = match is_empty {
            true => None,
            false => Some(self.new_slot("result", &ty, span)?),
        };
        let scope = self.enter_as(None, None, Destination::Nowhere);
        let is_return_written = std::mem::take(&mut self.inlining.is_return_written);
        self.inlining.returns.push(InlineReturn { slot: slot.clone(), scope });
        let filled = self.block(|frame| {
            frame.evaluate(body, &Destination::Return)?;
            if !frame.is_dead() {
                frame.push(Statement::Break, span);
            }
            Ok(())
        });
        self.inlining.returns.pop();
        self.inlining.is_return_written = is_return_written;
        let (block, _) = filled?;
        self.push_loop(block, naga::Block::new(), span);
        self.exit(span);
        match slot {
            Some(slot) => self.read_slot(&slot, span),
            None => Ok(Value::UNIT),
        }
    }

    /// `|x| …`: nothing happens until it is called, but for what it takes along.
    pub(super) fn make_closure(&mut self, closure: &Rc<Closure>, span: Span) -> Lowering<Value> {
        let mut captured = Vec::new();
        if closure.is_move {
            for id in &closure.captured {
                let Some(slot) = self.slots[*id].clone() else { continue };
                if matches!(slot, Slot::Fixed(_) | Slot::Held(_)) {
                    captured.push((*id, slot));
                    continue;
                }
                let local = self.declaration(*id);
                let ty = self.settle(&local.ty);
                let copy = self.new_slot(&local.name, &ty, local.span)?;
                let value = self.read_slot(&slot, span)?;
                self.write_slot(&copy, value, span)?;
                captured.push((*id, copy));
            }
        }
        let closure = Rc::clone(closure);
        Ok(Value::Closure(Rc::new(ClosureValue { closure, context: self.inlining.here, captured })))
    }

    /// A call of something that is a closure.
    pub(super) fn call_callee(
        &mut self,
        callee: &Expr,
        arguments: &[Expr],
        span: Span,
    ) -> Lowering<Value> {
        let Value::Closure(closure) = self.value(callee)? else {
            return Err(unsupported("a call of this", span));
        };
        let mut values = Vec::new();
        for argument in arguments {
            values.push(self.value(argument)?);
            if self.is_dead() {
                return Ok(Value::Never);
            }
        }
        self.written_out(Some(callee.span), span, |frame| {
            frame.call_closure(&closure, values, span)
        })
    }

    /// Puts the body of a closure in the place of its call.
    pub(super) fn call_closure(
        &mut self,
        closure: &ClosureValue,
        values: Vec<Value>,
        span: Span,
    ) -> Lowering<Value> {
        let stand_in = self.inlining.stand_in;
        let before = self.switch_to(closure.context);
        if !self.source.is_library {
            self.inlining.stand_in = None;
        }
        let mut hidden = Vec::new();
        for (id, slot) in &closure.captured {
            hidden.push((*id, self.slots[*id].replace(slot.clone())));
        }
        let outcome = self.closure_body(&closure.closure, values, span);
        for (id, slot) in hidden {
            self.slots[id] = slot;
        }
        self.switch_to(before);
        self.inlining.stand_in = stand_in;
        outcome
    }

    fn closure_body(
        &mut self,
        closure: &Closure,
        values: Vec<Value>,
        span: Span,
    ) -> Lowering<Value> {
        for (pattern, value) in closure.params.iter().zip(values) {
            self.bind(pattern, value, pattern.span)?;
        }
        self.body_value(&closure.body, &closure.body.ty, closure.returns, span)
    }

    /// `Enum::Variant(…)`: the fields of other variants are zero, and nobody
    /// looks at them.
    pub(super) fn variant(
        &mut self,
        variant: u32,
        fields: &[(u32, Expr)],
        ty: &Ty,
        span: Span,
    ) -> Lowering<Value> {
        let mut given = Vec::new();
        for (at, value) in fields {
            given.push((*at, self.value(value)?));
            if self.is_dead() {
                return Ok(Value::Never);
            }
        }
        self.variant_of(variant, given, ty, span)
    }

    /// A variant of an enum from the values of its fields.
    pub(super) fn variant_of(
        &mut self,
        variant: u32,
        given: Vec<(u32, Value)>,
        ty: &Ty,
        span: Span,
    ) -> Lowering<Value> {
        let ty = self.settle(ty);
        let Ty::Struct(id, _) = ty else { return Err(unsupported("this variant", span)) };
        let program = self.unit.program;
        let item = &program.structs[id];
        let Some(found) = item.variants.as_ref().and_then(|v| v.get(variant as usize)) else {
            return Err(unsupported("this variant", span));
        };
        let mut parts = Vec::new();
        for (at, field) in item.fields.iter().enumerate() {
            let known = given.iter().find(|(known, _)| *known as usize == at);
            let ty = self.settle(&field.ty);
            parts.push(match known {
                Some((_, value)) => value.clone(),
                None if at == 0 => Value::Plain(self.number(&ty, found.value)),
                None => self.nothing(&ty, span)?,
            });
        }
        Ok(Value::Parts(parts))
    }

    /// A value that nobody looks at.
    pub(super) fn nothing(&mut self, ty: &Ty, span: Span) -> Lowering<Value> {
        if !self.unit.is_plain(ty) {
            return Ok(match self.unit.split(ty) {
                Some(members) => {
                    let each = members.iter().map(|ty| self.nothing(ty, span));
                    Value::Parts(each.collect::<Lowering<Vec<_>>>()?)
                }
                None => Value::Never,
            });
        }
        self.zero_of_type(ty, span)
    }

    /// Comparisons of values with several parts.
    pub(super) fn compare_parts(
        &mut self,
        op: BinaryOp,
        left: &Expr,
        right: &Expr,
        span: Span,
    ) -> Lowering<Handle<Expression>> {
        let ty = self.settle(&left.ty);
        let left = self.scrutinee_value(left)?;
        let right = self.scrutinee_value(right)?;
        match op {
            BinaryOp::Eq => self.equal(&left, &right, &ty, span),
            BinaryOp::Ne => {
                let equal = self.equal(&left, &right, &ty, span)?;
                Ok(self.not(equal, span))
            }
            BinaryOp::Lt | BinaryOp::Gt => self.ordered(op, false, &left, &right, &ty, span),
            BinaryOp::Le => self.ordered(BinaryOp::Lt, true, &left, &right, &ty, span),
            BinaryOp::Ge => self.ordered(BinaryOp::Gt, true, &left, &right, &ty, span),
            _ => Err(unsupported("this operator on values of this type", span)),
        }
    }

    fn scrutinee_value(&mut self, value: &Expr) -> Lowering<PlaceExpr> {
        let ty = self.settle(&value.ty);
        match &ty {
            Ty::Slice(_) | Ty::Array(..) => self.place(value),
            _ => Ok(PlaceExpr::Value(self.value(value)?, ty)),
        }
    }

    /// Whether two values are equal in all their parts.
    fn equal(
        &mut self,
        left: &PlaceExpr,
        right: &PlaceExpr,
        ty: &Ty,
        span: Span,
    ) -> Lowering<Handle<Expression>> {
        if self.is_scalar(ty) {
            let (left, right) = self.both_plain(left, right, ty, span)?;
            return self.operate(BinaryOp::Eq, left, (right, ty), ty, span);
        }
        let mut all = self.literal(Literal::Bool(true));
        if let Ty::Struct(id, _) = ty
            && self.unit.program.structs[*id].variants.is_some()
        {
            return self.equal_variants(*id, left, right, span);
        }
        for (at, member) in self.member_list(ty, span)? {
            let (a, b) = self.both_parts(left, right, at, &member, ty, span)?;
            let one = self.equal(&a, &b, &member, span)?;
            all = self.both(all, one, span);
        }
        Ok(all)
    }

    /// Two enums are equal if they are the same variant and its fields are.
    fn equal_variants(
        &mut self,
        id: usize,
        left: &PlaceExpr,
        right: &PlaceExpr,
        span: Span,
    ) -> Lowering<Handle<Expression>> {
        let program = self.unit.program;
        let item = &program.structs[id];
        let tag = self.settle(&item.fields[0].ty);
        let ty = Ty::Struct(id, Vec::new());
        let (a, b) = self.both_parts(left, right, 0, &tag, &ty, span)?;
        let mut all = self.equal(&a, &b, &tag, span)?;
        let (number, _) = self.both_plain(&a, &b, &tag, span)?;
        for variant in item.variants.iter().flatten().filter(|variant| variant.count > 0) {
            let expected = self.number(&tag, variant.value);
            let is_other = self.binary(BinaryOperator::NotEqual, number, expected, span);
            let mut same = self.literal(Literal::Bool(true));
            for at in variant.first..variant.first + variant.count {
                let member = self.settle(&item.fields[at as usize].ty);
                let (a, b) = self.both_parts(left, right, at, &member, &ty, span)?;
                let one = self.equal(&a, &b, &member, span)?;
                same = self.both(same, one, span);
            }
            let holds = self.binary(BinaryOperator::LogicalOr, is_other, same, span);
            all = self.both(all, holds, span);
        }
        Ok(all)
    }

    /// Whether one value comes before another: the first parts that differ
    /// decide. `or_equal` is the answer where none does.
    fn ordered(
        &mut self,
        op: BinaryOp,
        or_equal: bool,
        left: &PlaceExpr,
        right: &PlaceExpr,
        ty: &Ty,
        span: Span,
    ) -> Lowering<Handle<Expression>> {
        if self.is_scalar(ty) {
            let op = match (op, or_equal) {
                (BinaryOp::Lt, true) => BinaryOp::Le,
                (BinaryOp::Gt, true) => BinaryOp::Ge,
                (op, _) => op,
            };
            let (left, right) = self.both_plain(left, right, ty, span)?;
            return self.operate(op, left, (right, ty), ty, span);
        }
        let members = self.member_list(ty, span)?;
        let mut result = self.literal(Literal::Bool(or_equal));
        for (at, member) in members.into_iter().rev() {
            let (a, b) = self.both_parts(left, right, at, &member, ty, span)?;
            let before = self.ordered(op, false, &a, &b, &member, span)?;
            let same = self.equal(&a, &b, &member, span)?;
            let rest = self.both(same, result, span);
            result = match self.known(rest) {
                Some(Literal::Bool(false)) => before,
                _ => self.binary(BinaryOperator::LogicalOr, before, rest, span),
            };
        }
        Ok(result)
    }

    /// The members of a type, by position.
    fn member_list(&mut self, ty: &Ty, span: Span) -> Lowering<Vec<(u32, Ty)>> {
        let members: Vec<Ty> = match ty {
            Ty::Tuple(members) => members.clone(),
            Ty::Struct(id, _) => {
                self.unit.program.structs[*id].fields.iter().map(|f| f.ty.clone()).collect()
            }
            Ty::Four(four) => vec![four.scalar(); 4],
            Ty::Array(element, Len::Known(len)) => vec![(**element).clone(); *len as usize],
            Ty::Reference(_, to) => vec![(**to).clone()],
            _ => return Err(unsupported("a comparison of this", span)),
        };
        let members = members.iter().map(|ty| self.settle(ty)).collect::<Vec<_>>();
        Ok(members.into_iter().enumerate().map(|(at, ty)| (at as u32, ty)).collect())
    }

    fn both_parts(
        &mut self,
        left: &PlaceExpr,
        right: &PlaceExpr,
        at: u32,
        member: &Ty,
        ty: &Ty,
        span: Span,
    ) -> Lowering<(PlaceExpr, PlaceExpr)> {
        let mut part = |place: &PlaceExpr| match ty {
            Ty::Array(..) => {
                let index = self.u32(at);
                self.index_place(place.clone(), index, member.clone(), span)
            }
            Ty::Reference(..) => {
                let pointer = self.read(place.clone(), span)?;
                self.deref(pointer, member.clone(), span)
            }
            _ => self.field_place(place.clone(), at, member.clone(), span),
        };
        Ok((part(left)?, part(right)?))
    }

    fn both_plain(
        &mut self,
        left: &PlaceExpr,
        right: &PlaceExpr,
        ty: &Ty,
        span: Span,
    ) -> Lowering<(Handle<Expression>, Handle<Expression>)> {
        let left = self.read(left.clone(), span)?;
        let left = self.plain(left, ty, span)?;
        let right = self.read(right.clone(), span)?;
        Ok((left, self.plain(right, ty, span)?))
    }
}
