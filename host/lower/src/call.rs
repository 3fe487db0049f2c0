//! Calls of helpers. A helper is compiled once for each combination of const
//! parameters and of what its pointers lead into.

use super::Lowering;
use super::flow::Destination;
use super::frame::Frame;
use super::place::PlaceExpr;
use super::types::unsupported;
use super::unit::{MOST_FUNCTIONS, Unit};
use super::value::{Base, Length, Pointer, Shape, ShapeLength, Slot, Term, Value, const_key};
use naga::{
    BuiltIn, Expression, FunctionArgument, FunctionResult, Handle, Scalar, Span, Statement, Type,
    TypeInner,
};
use std::rc::Rc;
use warpbench_codes::{K0013, K0014, K0015};
use warpbench_hir::types::Ty;
use warpbench_hir::{ConstValue, Expr, FunctionId, LocalId};
use warpbench_source::Diagnostic;

/// What tells one compiled form of a helper from another.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Key {
    function: FunctionId,
    consts: Vec<i128>,
    shapes: Vec<Shape>,
}

/// A compiled form of a helper.
#[derive(Debug)]
pub(super) struct Specialised {
    function: Handle<naga::Function>,
    /// What it asks about its thread, after its own arguments.
    builtins: Vec<BuiltIn>,
    /// What it returns; nothing if it never does.
    result: Option<Shape>,
    /// Whether threads may give up in it.
    can_fail: bool,
}

/// A part of a variable that is passed by reference: a copy is passed, and
/// copied back.
struct Lent {
    copy: Handle<Expression>,
    original: Handle<Expression>,
}

impl Frame<'_, '_> {
    /// A call, behind which the function around may end.
    pub(super) fn call(
        &mut self,
        (id, consts): (FunctionId, Vec<ConstValue>),
        arguments: &[Expr],
        is_end: bool,
        span: Span,
    ) -> Lowering<Value> {
        let mut shapes = Vec::new();
        let mut handles = Vec::new();
        let mut lent = Vec::new();
        let mut values = Vec::new();
        for argument in arguments {
            let value = self.value(argument)?;
            if self.is_dead() {
                return Ok(Value::Never);
            }
            values.push(value);
        }
        if self.must_be_inlined(id, &values) {
            return self.inline((id, consts), values, is_end, span);
        }
        for (value, argument) in values.into_iter().zip(arguments) {
            let ty = self.settle(&argument.ty);
            let value = self.lend(value, &ty, &mut lent, argument.span)?;
            shapes.push(self.flatten(value, &ty, &mut handles, argument.span)?);
        }
        let callee = self.unit.specialise(id, consts, shapes, span)?;
        for builtin in &callee.builtins {
            handles.push(self.builtin(*builtin));
        }
        let leaves = callee.result.as_ref().map_or(0, count);
        let result =
            (leaves > 0).then(|| self.append_result(Expression::CallResult(callee.function), span));
        self.push(Statement::Call { function: callee.function, arguments: handles, result }, span);
        for Lent { copy, original } in lent {
            let value = self.load(copy, span);
            self.store(original, value, span);
        }
        if callee.can_fail {
            self.pass_failure_on(span)?;
        }
        match (&callee.result, result) {
            (None, _) => {
                self.never_returns(span);
                Ok(Value::Never)
            }
            (Some(shape), Some(result)) if leaves == 1 => {
                self.rebuild(shape, &mut std::iter::once(result))
            }
            (Some(shape), Some(result)) => {
                let members: Vec<_> =
                    (0..leaves as u32).map(|at| self.member(result, at, span)).collect();
                self.rebuild(shape, &mut members.into_iter())
            }
            (Some(shape), None) => self.rebuild(shape, &mut std::iter::empty()),
        }
    }

    /// Ends the function after a call that does not come back.
    fn never_returns(&mut self, span: Span) {
        if self.is_entry {
            self.push_return(None, span);
        } else {
            self.set_dead();
        }
    }

    /// Only whole variables can be passed by reference; of a part of one, a copy
    /// is.
    fn lend(&mut self, value: Value, ty: &Ty, lent: &mut Vec<Lent>, span: Span) -> Lowering<Value> {
        let (Value::Pointer(pointer) | Value::Slice(pointer, _)) = &value else {
            return Ok(value);
        };
        let Base::Local { pointer: place, is_array } = pointer.base else { return Ok(value) };
        let is_whole = matches!(
            self.function.expressions[place],
            Expression::LocalVariable(_) | Expression::FunctionArgument(_)
        );
        if is_whole {
            return Ok(value);
        }
        match (value, ty) {
            // A reference to an element does not move on to its neighbours.
            (value @ Value::Pointer(_), Ty::Reference(_, to)) => {
                let PlaceExpr::Direct(original, ..) = self.deref(value, (**to).clone(), span)?
                else {
                    return Err(unsupported("a reference of this kind", span));
                };
                let copy = self.lend_copy(original, lent, span)?;
                let base = Base::Local { pointer: copy, is_array: false };
                Ok(Value::Pointer(Pointer { base, terms: Vec::new() }))
            }
            (Value::Pointer(pointer), _) => {
                let copy = self.lend_copy(place, lent, span)?;
                let base = Base::Local { pointer: copy, is_array };
                Ok(Value::Pointer(Pointer { base, terms: pointer.terms }))
            }
            (Value::Slice(pointer, length), _) => {
                let copy = self.lend_copy(place, lent, span)?;
                let base = Base::Local { pointer: copy, is_array };
                Ok(Value::Slice(Pointer { base, terms: pointer.terms }, length))
            }
            (value, _) => Ok(value),
        }
    }

    /// A variable with a copy of what a pointer leads to.
    fn lend_copy(
        &mut self,
        original: Handle<Expression>,
        lent: &mut Vec<Lent>,
        span: Span,
    ) -> Lowering<Handle<Expression>> {
        let Some(ty) = self.pointee_type(original) else {
            return Err(unsupported("a reference to this part of a variable", span));
        };
        let variable = self.add_variable("", ty, span);
        let copy = self.local(variable);
        let old = self.load(original, span);
        self.store(copy, old, span);
        lent.push(Lent { copy, original });
        Ok(copy)
    }

    /// The type of what a pointer to a part of a variable leads to.
    pub(super) fn pointee_type(&mut self, pointer: Handle<Expression>) -> Option<Handle<Type>> {
        let (base, index) = match self.function.expressions[pointer] {
            Expression::LocalVariable(variable) => {
                return Some(self.function.local_variables[variable].ty);
            }
            Expression::GlobalVariable(variable) => {
                return Some(self.unit.module.global_variables[variable].ty);
            }
            Expression::FunctionArgument(at) => {
                let ty = self.function.arguments[at as usize].ty;
                return match self.unit.module.types[ty].inner {
                    TypeInner::Pointer { base, .. } => Some(base),
                    _ => None,
                };
            }
            Expression::AccessIndex { base, index } => (base, index),
            Expression::Access { base, .. } => (base, 0),
            _ => return None,
        };
        let whole = self.pointee_type(base)?;
        match &self.unit.module.types[whole].inner {
            TypeInner::Array { base, .. } => Some(*base),
            TypeInner::Struct { members, .. } => members.get(index as usize).map(|m| m.ty),
            TypeInner::Vector { scalar, .. } => {
                let inner = TypeInner::Scalar(*scalar);
                Some(self.unit.insert(None, inner))
            }
            _ => None,
        }
    }

    /// The numbers in a value, and its shape.
    fn flatten(
        &mut self,
        value: Value,
        ty: &Ty,
        handles: &mut Vec<Handle<Expression>>,
        span: Span,
    ) -> Lowering<Shape> {
        match value {
            Value::Pointer(pointer) => self.flatten_pointer(&pointer, handles, span),
            Value::Slice(pointer, length) => {
                let shape = self.flatten_pointer(&pointer, handles, span)?;
                let length = match length {
                    Length::Root(root) => ShapeLength::Root(root),
                    Length::Known(len) => ShapeLength::Known(len),
                    Length::Value(handle) => {
                        handles.push(handle);
                        ShapeLength::Value
                    }
                };
                Ok(Shape::Slice(Box::new(shape), length))
            }
            Value::Parts(parts) => {
                let Some(members) = self.unit.split(ty) else {
                    return Err(unsupported("a value of this kind here", span));
                };
                let each = parts.into_iter().zip(&members);
                let each = each.map(|(part, ty)| self.flatten(part, ty, handles, span));
                each.collect::<Lowering<Vec<_>>>().map(Shape::Parts)
            }
            value => {
                let handle = self.plain(value, ty, span)?;
                handles.push(handle);
                self.naga_type(ty, span).map(Shape::Plain)
            }
        }
    }

    fn flatten_pointer(
        &mut self,
        pointer: &Pointer,
        handles: &mut Vec<Handle<Expression>>,
        span: Span,
    ) -> Lowering<Shape> {
        let units = pointer.terms.iter().map(|term| term.bytes).collect();
        let shape = match pointer.base {
            Base::Memory(root) => Shape::Memory(root, units),
            Base::Local { pointer: place, is_array } => {
                let ty = match self.function.expressions[place] {
                    Expression::LocalVariable(variable) => {
                        let base = self.function.local_variables[variable].ty;
                        self.pointer_type(base)
                    }
                    Expression::FunctionArgument(at) => self.function.arguments[at as usize].ty,
                    _ => {
                        return Err(Box::new(
                            Diagnostic::new(
                                K0015,
                                "this part of a variable cannot be passed on",
                                span,
                            )
                            .label("a slice of an array inside another variable")
                            .help("copy it into a variable of its own first"),
                        ));
                    }
                };
                handles.push(place);
                Shape::Local { pointer: ty, is_array, units }
            }
            _ => {
                return Err(unsupported("a reference of this kind here", span));
            }
        };
        handles.extend(pointer.terms.iter().map(|term| term.index));
        Ok(shape)
    }

    /// A value of a shape from its numbers.
    pub(super) fn rebuild(
        &mut self,
        shape: &Shape,
        handles: &mut dyn Iterator<Item = Handle<Expression>>,
    ) -> Lowering<Value> {
        let missing = || unsupported("this call", Span::UNDEFINED);
        let terms = |units: &[u32], handles: &mut dyn Iterator<Item = Handle<Expression>>| {
            let each = units.iter().map(|bytes| {
                handles.next().map(|index| Term { index, bytes: *bytes }).ok_or_else(missing)
            });
            each.collect::<Lowering<Vec<_>>>()
        };
        Ok(match shape {
            Shape::Plain(_) => Value::Plain(handles.next().ok_or_else(missing)?),
            Shape::Memory(root, units) => {
                let terms = terms(units, handles)?;
                Value::Pointer(Pointer { base: Base::Memory(*root), terms })
            }
            Shape::Local { is_array, units, .. } => {
                let pointer = handles.next().ok_or_else(missing)?;
                let base = Base::Local { pointer, is_array: *is_array };
                Value::Pointer(Pointer { base, terms: terms(units, handles)? })
            }
            Shape::Slice(pointer, length) => {
                let Value::Pointer(pointer) = self.rebuild(pointer, handles)? else {
                    return Err(missing());
                };
                let length = match length {
                    ShapeLength::Root(root) => Length::Root(*root),
                    ShapeLength::Known(len) => Length::Known(*len),
                    ShapeLength::Value => Length::Value(handles.next().ok_or_else(missing)?),
                };
                Value::Slice(pointer, length)
            }
            Shape::Parts(parts) => {
                let each = parts.iter().map(|part| self.rebuild(part, handles));
                Value::Parts(each.collect::<Lowering<Vec<_>>>()?)
            }
        })
    }

    /// Leaves the function with a value.
    pub(super) fn give_back(&mut self, value: Value, span: Span) -> Lowering<()> {
        let ty = self.settle(&self.outermost().result.clone());
        let mut handles = Vec::new();
        let shape = self.flatten(value, &ty, &mut handles, span)?;
        match &self.result {
            None => self.result = Some(shape.clone()),
            Some(known) if *known == shape => {}
            Some(_) => {
                return Err(Box::new(
                    Diagnostic::new(K0014, "this function returns pointers to two places", span)
                        .label("leads elsewhere than another return of the function")
                        .note("the workbench must know which buffer each pointer leads into")
                        .help("return an index, and add it to the pointer in the caller"),
                ));
            }
        }
        if let Shape::Local { .. } = shape {
            return Err(unsupported("a reference to a variable as a result", span));
        }
        let value = match handles.as_slice() {
            [] => None,
            [only] => Some(*only),
            _ => {
                let name = self.outermost().name.clone();
                let ty = self.unit.result_type(&name, &shape, span)?;
                Some(self.append(Expression::Compose { ty, components: handles }, span))
            }
        };
        self.push_return(value, span);
        Ok(())
    }

    /// Takes over the arguments of a helper, which has these shapes.
    fn take_arguments(&mut self, shapes: &[Shape]) -> Lowering<()> {
        for (id, shape) in shapes.iter().enumerate() {
            let local = self.declaration(id);
            let mut types = Vec::new();
            self.unit.leaves(shape, &mut types);
            let first = self.function.arguments.len();
            for ty in &types {
                let name = match types.len() {
                    1 => local.name.clone(),
                    _ => format!("{}_{}", local.name, self.function.arguments.len() - first),
                };
                let name = Some(name).filter(|name| !name.starts_with('_'));
                self.function.arguments.push(FunctionArgument { name, ty: *ty, binding: None });
            }
            let handles: Vec<_> =
                (first..first + types.len()).map(|at| self.argument(at as u32)).collect();
            let value = self.rebuild(shape, &mut handles.into_iter())?;
            self.take_argument(id, value)?;
        }
        Ok(())
    }

    /// Makes a parameter of a value.
    pub(super) fn take_argument(&mut self, id: LocalId, value: Value) -> Lowering<()> {
        let local = self.declaration(id);
        if self.needs_place(id) {
            let slot = self.declare(id)?;
            self.write_slot(&slot, value, local.span)
        } else {
            let value = self.given_away(value, &local.ty, local.span)?;
            self.slots[id] = Some(Slot::Fixed(value));
            Ok(())
        }
    }
}

impl<'a> Unit<'a> {
    /// The compiled form of a helper.
    fn specialise(
        &mut self,
        id: FunctionId,
        consts: Vec<ConstValue>,
        shapes: Vec<Shape>,
        span: Span,
    ) -> Lowering<Rc<Specialised>> {
        let key = Key { function: id, consts: const_key(&consts), shapes };
        if let Some(known) = self.helpers.specialised.get(&key) {
            return Ok(Rc::clone(known));
        }
        if self.stack.contains(&id) {
            return Err(unsupported("a function that calls itself", span));
        }
        if self.helpers.specialised.len() >= MOST_FUNCTIONS {
            return Err(Box::new(
                Diagnostic::new(K0013, "this kernel is too large", span)
                    .label("its helpers multiply with their const parameters and pointers"),
            ));
        }
        self.stack.push(id);
        let name = self.function_name(id, &key.shapes);
        let program = self.program;
        let source = &program.functions[id];
        self.note_names(&name, source);
        let mut frame = Frame::new(self, source, consts, false);
        frame.function.name = Some(name);
        frame.take_arguments(&key.shapes)?;
        frame.evaluate(&source.body, &Destination::Return)?;
        frame.function.body = frame.take_body();
        let Frame { mut function, builtins, result, facts, can_fail, .. } = frame;
        function.result = match &result {
            Some(shape) => self.result_of(&source.name, shape, source.span)?,
            None => None,
        };
        let function = self.module.functions.append(function, source.span);
        self.semantics.set_function_name(function, source.span);
        self.note_facts(Some(function), facts);
        let builtins = builtins.into_iter().map(|(builtin, _)| builtin).collect();
        let specialised = Rc::new(Specialised { function, builtins, result, can_fail });
        self.helpers.specialised.insert(key, Rc::clone(&specialised));
        self.stack.pop();
        Ok(specialised)
    }

    /// The helper's name, with those of what its pointers lead into.
    fn function_name(&self, id: FunctionId, shapes: &[Shape]) -> String {
        let mut name = self.program.functions[id].name.clone();
        for shape in shapes {
            let pointer = match shape {
                Shape::Slice(pointer, _) => pointer,
                shape => shape,
            };
            if let Shape::Memory(root, _) = pointer {
                name.push('_');
                name.push_str(&self.roots[*root].name);
            }
        }
        name
    }

    fn result_of(
        &mut self,
        name: &str,
        shape: &Shape,
        span: Span,
    ) -> Lowering<Option<FunctionResult>> {
        let mut types = Vec::new();
        self.leaves(shape, &mut types);
        let ty = match types.as_slice() {
            [] => return Ok(None),
            [only] => *only,
            _ => self.result_type(name, shape, span)?,
        };
        Ok(Some(FunctionResult { ty, binding: None }))
    }

    /// The structure that a function with several results returns.
    fn result_type(&mut self, name: &str, shape: &Shape, span: Span) -> Lowering<Handle<Type>> {
        let mut types = Vec::new();
        self.leaves(shape, &mut types);
        let members = types.into_iter().enumerate();
        let members = members.map(|(at, ty)| (format!("result_{at}"), ty));
        self.structure_of(&format!("{name}_result"), members, span)
    }

    /// The types of the numbers in a shape.
    pub(super) fn leaves(&mut self, shape: &Shape, types: &mut Vec<Handle<Type>>) {
        let word = self.insert(None, TypeInner::Scalar(Scalar::U32));
        match shape {
            Shape::Plain(ty) => types.push(*ty),
            Shape::Memory(_, units) => types.extend(units.iter().map(|_| word)),
            Shape::Local { pointer, units, .. } => {
                types.push(*pointer);
                types.extend(units.iter().map(|_| word));
            }
            Shape::Slice(pointer, length) => {
                self.leaves(pointer, types);
                if *length == ShapeLength::Value {
                    types.push(word);
                }
            }
            Shape::Parts(parts) => parts.iter().for_each(|part| self.leaves(part, types)),
        }
    }
}

/// How many numbers a shape has.
fn count(shape: &Shape) -> usize {
    match shape {
        Shape::Plain(_) => 1,
        Shape::Memory(_, units) => units.len(),
        Shape::Local { units, .. } => units.len() + 1,
        Shape::Slice(pointer, length) => {
            count(pointer) + usize::from(*length == ShapeLength::Value)
        }
        Shape::Parts(parts) => parts.iter().map(count).sum(),
    }
}
