//! Expressions.

use super::Lowering;
use super::flow::{Destination, has_let};
use super::frame::Frame;
use super::place::PlaceExpr;
use super::types::{is_known_here, kept_by_thread, unsupported};
use super::unaligned::is_array_of;
use super::value::{Base, Length, Pointer, Slot, Value};
use super::wide::is_wide;
use naga::{Expression, Handle, Literal, Span, TypeInner};
use warpbench_hir::types::{Len, Mutability, Ty};
use warpbench_hir::visit::any;
use warpbench_hir::{BinaryOp, ConstArg, ConstValue, Expr, ExprKind, LazyOp, Statement};
use warpbench_semantics::StatementFact;

/// The most elements that are written out one by one to fill an array.
const MOST_COPIES: u64 = 4096;

impl Frame<'_, '_> {
    /// The value of an expression that naga can hold.
    pub(super) fn plain_expr(&mut self, expr: &Expr) -> Lowering<Handle<Expression>> {
        let value = self.value(expr)?;
        self.plain(value, &expr.ty, expr.span)
    }

    /// The value of an expression.
    pub(super) fn value(&mut self, expr: &Expr) -> Lowering<Value> {
        let span = expr.span;
        match &expr.kind {
            ExprKind::Literal(value) => {
                let value = self.const_value(value, &expr.ty, span)?;
                self.unpack(value, &expr.ty, span)
            }
            ExprKind::Constant(id) => {
                if let Some(constant) = self.unit.constant(*id) {
                    return Ok(Value::Plain(self.constant(constant)));
                }
                let program = self.unit.program;
                let constant = &program.constants[*id];
                if let Ty::Iter(iter) = &constant.ty {
                    return self.constant_range(&constant.value, iter, span);
                }
                if !self.unit.is_plain(&constant.ty) {
                    return self.constant_parts(&constant.value, &constant.ty, span);
                }
                let value = self.const_value(&constant.value, &constant.ty, span)?;
                self.unpack(value, &constant.ty, span)
            }
            ExprKind::ConstParam(at) => match self.consts.get(*at as usize).cloned() {
                Some(value) => self.const_value(&value, &expr.ty, span).map(Value::Plain),
                None => Err(unsupported("a const parameter here", span)),
            },
            ExprKind::Local(_) | ExprKind::Deref(_) | ExprKind::Field(..) | ExprKind::Index(..) => {
                let place = self.place(expr)?;
                self.read(place, span)
            }
            ExprKind::Unary(op, operand) => self.unary(*op, operand, span).map(Value::Plain),
            ExprKind::Binary(op, left, right) if !self.is_scalar(&left.ty) => {
                self.compare_parts(*op, left, right, span).map(Value::Plain)
            }
            ExprKind::Binary(op, left, right) => {
                let a = self.plain_expr(left)?;
                let b = self.plain_expr(right)?;
                self.operate(*op, a, (b, &right.ty), &left.ty, span).map(Value::Plain)
            }
            ExprKind::Let(..) => self.let_value(expr).map(Value::Plain),
            ExprKind::Lazy(..) if has_let(expr) => self.let_value(expr).map(Value::Plain),
            ExprKind::Closure(closure) => self.make_closure(closure, span),
            ExprKind::CallClosure(callee, arguments) => self.call_callee(callee, arguments, span),
            ExprKind::Variant(variant, fields) => self.variant(*variant, fields, &expr.ty, span),
            ExprKind::Iter(op, parts) => self.make_iterator(*op, parts, &expr.ty, span),
            ExprKind::Next(iterator) => {
                let iter = self.iter_value(iterator)?;
                self.next_item(&iter, &expr.ty, span)
            }
            ExprKind::NextBack(iterator) => {
                let iter = self.iter_value(iterator)?;
                let iter = self.reversed(iter, span)?;
                self.next_item(&iter, &expr.ty, span)
            }
            ExprKind::Lazy(op, left, right) => self.lazy(*op, left, right, span).map(Value::Plain),
            ExprKind::Cast(inner) => self.cast(inner, &expr.ty, span),
            ExprKind::Unsize(inner) => self.unsize(inner, span),
            ExprKind::Subslice(whole, from, to) => {
                self.subslice(whole, from.as_deref(), to.as_deref(), span)
            }
            ExprKind::AddressOf(inner) => self.address_of(inner, &expr.ty, span),
            ExprKind::Assign(place, value) => {
                self.assign(place, value, span)?;
                Ok(Value::UNIT)
            }
            ExprKind::AssignOp(op, place, value) => {
                self.assign_op(*op, place, value, span)?;
                Ok(Value::UNIT)
            }
            ExprKind::Tuple(members) => {
                let each = members.iter().map(|member| self.value(member));
                each.collect::<Lowering<Vec<_>>>().map(Value::Parts)
            }
            ExprKind::Array(elements) if !self.unit.is_plain(&self.settle(&expr.ty)) => {
                let each = elements.iter().map(|element| self.value(element));
                each.collect::<Lowering<Vec<_>>>().map(Value::Parts)
            }
            ExprKind::Array(elements) => {
                let each = elements.iter().map(|element| self.plain_expr(element));
                let components = each.collect::<Lowering<Vec<_>>>()?;
                let ty = self.naga_type(&kept_by_thread(&expr.ty), span)?;
                Ok(Value::Plain(self.append(Expression::Compose { ty, components }, span)))
            }
            ExprKind::Repeat(element) => self.repeat(element, &expr.ty, span),
            ExprKind::Struct(fields) => self.structure(fields, &expr.ty, span),
            ExprKind::Call(function, consts, arguments) => {
                let consts = self.const_args(consts);
                self.call((*function, consts), arguments, false, span)
            }
            ExprKind::Builtin(builtin, arguments) => {
                self.library(*builtin, arguments, &expr.ty, span)
            }
            ExprKind::Block(..)
            | ExprKind::If(..)
            | ExprKind::Match(..)
            | ExprKind::Loop(..)
            | ExprKind::While(..)
            | ExprKind::For(_)
            | ExprKind::ForEach(_)
            | ExprKind::Break(..)
            | ExprKind::Continue(_)
            | ExprKind::Return(_) => self.flow_value(expr),
            ExprKind::Assert(assertion) => self.assertion(assertion, span),
            ExprKind::Print(print) => self.print(print, span),
            ExprKind::Error => Err(unsupported("this", span)),
        }
    }

    /// The value of an expression with control flow in it.
    fn flow_value(&mut self, expr: &Expr) -> Lowering<Value> {
        let ty = self.settle(&expr.ty);
        if ty.is_unit() || ty == Ty::Never {
            self.evaluate(expr, &Destination::Nowhere)?;
            let value = if self.is_dead() { Value::Never } else { Value::UNIT };
            return Ok(value);
        }
        // A block without flow of its own is no more than its value.
        if let ExprKind::Block(None, block) = &expr.kind
            && let Some(value) = &block.value
        {
            self.statements(&block.statements)?;
            return if self.is_dead() { Ok(Value::Never) } else { self.value(value) };
        }
        if is_known_here(&ty) {
            return Err(unsupported(
                "a closure or an iterator that depends on a branch",
                expr.span,
            ));
        }
        let slot = self.new_slot("value", &ty, expr.span)?;
        self.evaluate(expr, &Destination::Slot(slot.clone()))?;
        if self.is_dead() { Ok(Value::Never) } else { self.read_slot(&slot, expr.span) }
    }

    /// The statements of a block, as far as they can be reached.
    pub(super) fn statements(&mut self, statements: &[Statement]) -> Lowering<()> {
        for statement in statements {
            if self.is_dead() {
                break;
            }
            match statement {
                Statement::Expr(expr) => self.evaluate(expr, &Destination::Nowhere)?,
                Statement::LetElse(pattern, value, otherwise, span) => {
                    self.bind_or_leave(pattern, value, otherwise, *span)?;
                }
                Statement::Let(pattern, None, _) => self.bind_later(pattern)?,
                Statement::Let(pattern, Some(value), span) => {
                    self.bind_now(pattern, value, *span)?
                }
            }
        }
        Ok(())
    }

    /// `a && b` and `a || b`: the right side is a branch, as the twins in WGSL
    /// have it.
    fn lazy(
        &mut self,
        op: LazyOp,
        left: &Expr,
        right: &Expr,
        span: Span,
    ) -> Lowering<Handle<Expression>> {
        let left = self.plain_expr(left)?;
        let otherwise = op == LazyOp::Or;
        match self.known(left) {
            Some(Literal::Bool(value)) if value == otherwise => {
                return Ok(self.literal(Literal::Bool(otherwise)));
            }
            Some(Literal::Bool(_)) => return self.plain_expr(right),
            _ => {}
        }
        let ty = self.unit.insert(None, TypeInner::Scalar(naga::Scalar::BOOL));
        let variable = self.add_variable("", ty, span);
        let pointer = self.local(variable);
        let short = self.literal(Literal::Bool(otherwise));
        let condition = if otherwise { self.not(left, span) } else { left };
        let (accept, _) = self.block(|frame| {
            let right = frame.plain_expr(right)?;
            frame.store(pointer, right, span);
            Ok(())
        })?;
        let (reject, _) = self.block(|frame| {
            frame.store(pointer, short, span);
            Ok(())
        })?;
        let branch = naga::Statement::If { condition, accept, reject };
        self.push_with(branch, StatementFact::LazyOperator, span);
        Ok(self.load(pointer, span))
    }

    fn cast(&mut self, inner: &Expr, to: &Ty, span: Span) -> Lowering<Value> {
        let value = self.value(inner)?;
        if let (Value::Parts(parts), Ty::Struct(id, _)) = (&value, &inner.ty) {
            // An enum is its number.
            let tag = self.unit.program.structs[*id].fields.first().map(|field| field.ty.clone());
            if let ([Value::Plain(number)], Some(tag)) = (parts.as_slice(), tag) {
                return Ok(Value::Plain(self.convert(*number, &tag, to, span)));
            }
        }
        if is_wide(to) || is_wide(&inner.ty) {
            let handle = self.plain(value, &inner.ty, span)?;
            return self.wide_convert(handle, &inner.ty, to, span).map(Value::Plain);
        }
        if self.is_scalar(to) {
            let handle = self.plain(value, &inner.ty, span)?;
            return Ok(Value::Plain(self.convert(handle, &inner.ty, to, span)));
        }
        let pointee = |ty: &Ty| match ty {
            Ty::Pointer(_, to) | Ty::Reference(_, to) => Some((**to).clone()),
            _ => None,
        };
        self.cast_pointer(value, pointee(&inner.ty), pointee(to), span)
    }

    /// A pointer to something else at the same place.
    pub(super) fn cast_pointer(
        &mut self,
        value: Value,
        from: Option<Ty>,
        to: Option<Ty>,
        span: Span,
    ) -> Lowering<Value> {
        let (Some(from), Some(to)) = (from, to) else {
            return Err(unsupported("a cast of this kind", span));
        };
        if from != to {
            self.unit.memory_needs_more(&from);
            self.unit.memory_needs_more(&to);
        }
        match value {
            Value::Slice(pointer, _) => Ok(Value::Pointer(pointer)),
            Value::Pointer(pointer) => match pointer.base {
                Base::Local { pointer: place, is_array: false } if from != to => match from {
                    Ty::Array(element, _) if *element == to => Ok(Value::Pointer(Pointer {
                        base: Base::Local { pointer: place, is_array: true },
                        terms: Vec::new(),
                    })),
                    _ => Err(unsupported("another type at the place of a variable", span)),
                },
                Base::Local { is_array: true, .. }
                    if is_array_of(&to, &from) || is_array_of(&from, &to) =>
                {
                    Ok(Value::Pointer(pointer))
                }
                Base::Local { .. } if from != to => {
                    Err(unsupported("another type at the place of a variable", span))
                }
                Base::Elements(_) if is_array_of(&to, &from) => {
                    Err(unsupported("another type at the place of a variable", span))
                }
                _ => Ok(Value::Pointer(pointer)),
            },
            other => Ok(other),
        }
    }

    /// An array reference as a slice.
    fn unsize(&mut self, inner: &Expr, span: Span) -> Lowering<Value> {
        let ty = self.settle(&inner.ty);
        let (Ty::Reference(_, array) | Ty::Pointer(_, array)) = ty else {
            return Err(unsupported("this coercion", span));
        };
        if let Ty::Array(_, Len::Known(0)) = *array {
            // Nothing lies there, and nobody looks.
            let nowhere = Pointer { base: Base::Nothing, terms: Vec::new() };
            return Ok(Value::Slice(nowhere, Length::Known(0)));
        }
        let value = self.value(inner)?;
        let Ty::Array(_, Len::Known(len)) = *array.clone() else {
            return Err(unsupported("this coercion", span));
        };
        match value {
            Value::Pointer(pointer) => {
                let pointer = self.array_start(pointer, &array, span)?;
                Ok(Value::Slice(pointer, Length::Known(len)))
            }
            other => Ok(other),
        }
    }

    /// The pointer to the first element of the array that a pointer leads to.
    pub(super) fn array_start(
        &mut self,
        pointer: Pointer,
        array: &Ty,
        span: Span,
    ) -> Lowering<Pointer> {
        let inside =
            |pointer| Pointer { base: Base::Local { pointer, is_array: true }, terms: Vec::new() };
        match pointer.base {
            Base::Memory(_) | Base::Nothing => Ok(pointer),
            Base::Local { pointer: place, is_array: false } => Ok(inside(place)),
            // An array in an array.
            // Some of the elements of an array.
            Base::Local { pointer: place, is_array: true }
                if self.is_run_of_elements(place, array, span)? =>
            {
                Ok(pointer)
            }
            Base::Local { pointer: place, is_array: true } => {
                let bytes = self.bytes_of(array, span)?;
                let index = self.offset_in(&pointer, bytes, span);
                Ok(inside(self.element(place, index, span)))
            }
            // An array inside of an element: it is reached by naga's pointer.
            Base::Part { pointer: place, .. } => Ok(inside(place)),
            Base::Elements(_) => Ok(pointer),
            Base::Choice(choice) => self.start_of_each(choice, &pointer.terms, array, span),
            Base::Slot(at) => match self.pointers.aliases.get(at).cloned() {
                Some(slot) => Ok(self.elements_of(slot)),
                None => Err(unsupported("a reference of this kind", span)),
            },
        }
    }

    /// `&x[a..b]`.
    fn subslice(
        &mut self,
        whole: &Expr,
        from: Option<&Expr>,
        to: Option<&Expr>,
        span: Span,
    ) -> Lowering<Value> {
        let place = match self.place(whole)? {
            // A constant has no place of its own, and gets one.
            PlaceExpr::Value(value, ty @ Ty::Array(..)) if self.unit.is_plain(&ty) => {
                let naga = self.naga_type(&ty, span)?;
                let variable = self.add_variable("", naga, span);
                self.write_slot(&Slot::Variable(variable, ty.clone()), value, span)?;
                PlaceExpr::Direct(self.local(variable), ty, None)
            }
            place => place,
        };
        let (pointer, length, element) = match place {
            PlaceExpr::Slice(pointer, length, element) => (pointer, length, element),
            PlaceExpr::Direct(pointer, Ty::Array(element, Len::Known(len)), None) => {
                let base = Base::Local { pointer, is_array: true };
                (Pointer { base, terms: Vec::new() }, Length::Known(len), *element)
            }
            PlaceExpr::Memory(pointer, Ty::Array(element, Len::Known(len))) => {
                (pointer, Length::Known(len), *element)
            }
            place => match (self.settle(&whole.ty), place) {
                (Ty::Array(element, Len::Known(len)), PlaceExpr::Slot(slot)) => {
                    (self.elements_of(slot), Length::Known(len), *element)
                }
                (Ty::Array(element, Len::Known(len)), PlaceExpr::Value(value, _)) => {
                    (self.elements_of(Slot::Fixed(value)), Length::Known(len), *element)
                }
                _ => return Err(unsupported("a part of this", span)),
            },
        };
        let start = match from {
            Some(from) => self.index(from)?,
            None => self.u32(0),
        };
        let end = to.map(|to| self.index(to)).transpose()?;
        let length = self.length_of_part((start, end), length, span);
        let bytes = self.bytes_of(&element, span)?;
        Ok(Value::Slice(self.offset(pointer, start, bytes, span), Length::Value(length)))
    }

    /// The length of a slice as a number.
    pub(super) fn length(&mut self, length: Length, span: Span) -> Handle<Expression> {
        match length {
            Length::Known(len) => self.u32(len),
            Length::Value(handle) => handle,
            Length::Root(root) => {
                self.unit.roots[root].usage.needs_length = true;
                let member = self.unit.arguments.length_members.get(&root).copied();
                if let (Some(variable), Some(member)) = (self.unit.arguments.variable, member) {
                    let base = self.global(variable);
                    let pointer = self.member(base, member, span);
                    return self.load(pointer, span);
                }
                let variable = self.unit.roots[root].variable;
                let buffer = self.global(variable);
                self.append(Expression::ArrayLength(buffer), span)
            }
        }
    }

    /// `&x` and `&mut x`.
    fn address_of(&mut self, inner: &Expr, ty: &Ty, span: Span) -> Lowering<Value> {
        let place = match &inner.kind {
            ExprKind::Index(array, index) => {
                let array = self.place(array)?;
                let index = self.index(index)?;
                // The pointer to an element of an array can move on to its
                // neighbours.
                if let PlaceExpr::Direct(pointer, Ty::Array(element, _), None) = array {
                    let base = Base::Local { pointer, is_array: true };
                    let bytes = self.bytes_of(&element, span)?;
                    let pointer = Pointer { base, terms: Vec::new() };
                    return Ok(Value::Pointer(self.offset(pointer, index, bytes, span)));
                }
                let ty = self.settle(&inner.ty);
                self.index_place(array, index, ty, span)?
            }
            _ => self.place(inner)?,
        };
        let place = match (place, ty) {
            // What is changed through the reference needs variables.
            (PlaceExpr::Value(value, own), Ty::Reference(Mutability::Mut, _))
                if !self.unit.is_plain(&own)
                    && !matches!(value, Value::Never | Value::Closure(_) | Value::Iter(_)) =>
            {
                let slot = self.new_slot("", &own, span)?;
                self.write_slot(&slot, value, span)?;
                PlaceExpr::Slot(slot)
            }
            (place, _) => place,
        };
        self.reference_to(place, span)
    }

    /// A reference to a place.
    pub(super) fn reference_to(&mut self, place: PlaceExpr, span: Span) -> Lowering<Value> {
        match place {
            PlaceExpr::Choice(which, places, _) => self.reference_to_choice(which, places, span),
            PlaceExpr::Memory(pointer, _) | PlaceExpr::Unaligned(pointer, _) => {
                Ok(Value::Pointer(pointer))
            }
            PlaceExpr::Slice(pointer, length, _) => Ok(Value::Slice(pointer, length)),
            PlaceExpr::Direct(pointer, _, None) => {
                let base = Base::Local { pointer, is_array: false };
                Ok(Value::Pointer(Pointer { base, terms: Vec::new() }))
            }
            PlaceExpr::Value(value, ty) if !self.unit.is_plain(&ty) => {
                // A pointer that leads to several places needs variables there.
                let slot = match self.unit.pointers.traced.is_empty() {
                    true => Slot::Fixed(value),
                    false => {
                        let slot = self.new_slot("", &ty, span)?;
                        self.write_slot(&slot, value, span)?;
                        slot
                    }
                };
                self.pointers.aliases.push(slot);
                let base = Base::Slot(self.pointers.aliases.len() - 1);
                Ok(Value::Pointer(Pointer { base, terms: Vec::new() }))
            }
            PlaceExpr::Value(value, ty) => {
                // A value without a place gets one.
                let naga = self.naga_type(&ty, span)?;
                let variable = self.add_variable("", naga, span);
                self.write_slot(&Slot::Variable(variable, ty), value, span)?;
                let base = Base::Local { pointer: self.local(variable), is_array: false };
                Ok(Value::Pointer(Pointer { base, terms: Vec::new() }))
            }
            PlaceExpr::Slot(slot) => {
                self.pointers.aliases.push(slot);
                let base = Base::Slot(self.pointers.aliases.len() - 1);
                Ok(Value::Pointer(Pointer { base, terms: Vec::new() }))
            }
            PlaceExpr::Direct(pointer, _, Some(root)) => {
                let base = Base::Part { pointer, root };
                Ok(Value::Pointer(Pointer { base, terms: Vec::new() }))
            }
        }
    }

    /// `place = value`; the value is computed first.
    fn assign(&mut self, place: &Expr, value: &Expr, span: Span) -> Lowering<()> {
        if let ExprKind::Local(id) = place.kind
            && let Some(slot) = self.slots[id].clone()
            && !matches!(slot, Slot::Fixed(_))
            && !self.declaration(id).is_borrowed
            && !any(value, &mut |part| matches!(part.kind, ExprKind::Local(other) if other == id))
        {
            return self.evaluate(value, &Destination::Slot(slot));
        }
        let value = self.value(value)?;
        if self.is_dead() {
            return Ok(());
        }
        let place = self.place(place)?;
        self.write(place, value, span)
    }

    fn assign_op(&mut self, op: BinaryOp, place: &Expr, value: &Expr, span: Span) -> Lowering<()> {
        let right = self.plain_expr(value)?;
        let ty = self.settle(&place.ty);
        let place = self.place(place)?;
        let left = self.read(place.clone(), span)?;
        let left = self.plain(left, &ty, span)?;
        let result = self.operate(op, left, (right, &value.ty), &ty, span)?;
        self.write(place, Value::Plain(result), span)
    }

    fn repeat(&mut self, element: &Expr, ty: &Ty, span: Span) -> Lowering<Value> {
        let settled = self.settle(ty);
        if let Some(elements) = self.unit.split(&settled) {
            let value = self.value(element)?;
            return Ok(Value::Parts(vec![value; elements.len()]));
        }
        let value = self.plain_expr(element)?;
        let naga = self.naga_type(&kept_by_thread(&settled), span)?;
        let Ty::Array(_, Len::Known(len)) = settled else {
            return Err(unsupported("an array of this length", span));
        };
        let is_zero = match self.known(value) {
            Some(Literal::F32(value)) => value.to_bits() == 0,
            Some(Literal::F64(value)) => value.to_bits() == 0,
            Some(literal) => Some(literal) == Literal::zero(literal.scalar()),
            None => matches!(self.function.expressions[value], Expression::ZeroValue(_)),
        };
        if is_zero {
            return Ok(Value::Plain(self.zero(naga)));
        }
        if u64::from(len) > MOST_COPIES {
            return Err(unsupported("so long an array of something other than zeros", span));
        }
        let components = vec![value; len as usize];
        Ok(Value::Plain(self.append(Expression::Compose { ty: naga, components }, span)))
    }

    fn structure(&mut self, fields: &[(u32, Expr)], ty: &Ty, span: Span) -> Lowering<Value> {
        if self.unit.split(ty).is_some() {
            let mut parts: Vec<Option<Value>> = vec![None; fields.len()];
            for (at, value) in fields {
                let value = self.value(value)?;
                if let Some(part) = parts.get_mut(*at as usize) {
                    *part = Some(value);
                }
            }
            let parts = parts.into_iter().collect::<Option<Vec<_>>>();
            return match parts {
                Some(parts) => Ok(Value::Parts(parts)),
                None => Err(unsupported("a structure with fields left out", span)),
            };
        }
        let mut components = vec![None; fields.len()];
        for (at, value) in fields {
            let value = self.plain_expr(value)?;
            if let Some(component) = components.get_mut(*at as usize) {
                *component = Some(value);
            }
        }
        let components = components.into_iter().collect::<Option<Vec<_>>>();
        let Some(components) = components else {
            return Err(unsupported("a structure with fields left out", span));
        };
        let naga = self.naga_type(ty, span)?;
        Ok(Value::Plain(self.append(Expression::Compose { ty: naga, components }, span)))
    }

    /// The values of const parameters in a call.
    pub(super) fn const_args(&self, arguments: &[ConstArg]) -> Vec<ConstValue> {
        let each = arguments.iter().map(|argument| match argument {
            ConstArg::Value(value) => value.clone(),
            ConstArg::Param(at) => {
                self.consts.get(*at as usize).cloned().unwrap_or(ConstValue::Int(0))
            }
        });
        each.collect()
    }
}
