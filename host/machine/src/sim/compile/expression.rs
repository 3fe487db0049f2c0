//! Expressions: every value ends up in neighbouring registers.

use super::pointer::registers;
use super::{Argument, Compiler, FunctionScope, Result};
use crate::sim::code::{
    Binary, DynamicIndex, IndexLimit, MemoryRef, Op, Reg, Root, Scalar, Ternary,
};
use naga::{Expression, Handle, RelationalFunction, TypeInner};

/// A scalar, a vector or a matrix in registers.
#[derive(Clone, Copy, Debug)]
pub(super) struct Operand {
    pub(super) first: Reg,
    pub(super) scalar: Scalar,
    /// How many scalars there are.
    pub(super) count: u32,
}

impl Operand {
    /// The register of a component. A single scalar goes with every component of
    /// a vector.
    pub(super) fn at(self, i: u32) -> Reg {
        self.first + if self.count == 1 { 0 } else { i * self.scalar.words() }
    }

    pub(super) fn component(self, i: u32) -> Operand {
        Operand { first: self.at(i), count: 1, ..self }
    }
}

impl<'a> Compiler<'a> {
    /// The registers of an expression, which is evaluated now if naga does not
    /// emit it.
    pub(super) fn value(
        &mut self,
        scope: &mut FunctionScope<'a>,
        handle: Handle<Expression>,
    ) -> Result<Reg> {
        match scope.values.get(&handle) {
            Some(&value) => Ok(value),
            None => self.evaluate(scope, handle),
        }
    }

    /// Evaluates an expression. Pointers are memory references and need no code.
    pub(super) fn evaluate(
        &mut self,
        scope: &mut FunctionScope<'a>,
        handle: Handle<Expression>,
    ) -> Result<Reg> {
        let inner = scope.info[handle].ty.inner_with(&self.module.types);
        if matches!(inner, TypeInner::Pointer { .. } | TypeInner::ValuePointer { .. }) {
            return Ok(0);
        }
        let value = match self.local_constant(scope, handle)? {
            Some(constant) => constant,
            None => {
                self.check(scope, handle)?;
                let known = self.code.registers;
                let value = self.expression(scope, handle)?;
                if value >= known {
                    scope.owners.insert(handle);
                }
                value
            }
        };
        self.name_value(scope, handle, value);
        scope.values.insert(handle, value);
        Ok(value)
    }

    /// A scalar, vector or matrix in its registers.
    pub(super) fn operand(
        &mut self,
        scope: &mut FunctionScope<'a>,
        handle: Handle<Expression>,
    ) -> Result<Operand> {
        let (scalar, count) = match *scope.info[handle].ty.inner_with(&self.module.types) {
            TypeInner::Scalar(scalar) | TypeInner::Atomic(scalar) => (scalar, 1),
            TypeInner::Vector { size, scalar } => (scalar, size as u32),
            TypeInner::Matrix { columns, rows, scalar } => (scalar, columns as u32 * rows as u32),
            _ => return self.unsupported("arithmetic on this type"),
        };
        let scalar = self.scalar(scalar)?;
        Ok(Operand { first: self.value(scope, handle)?, scalar, count })
    }

    fn expression(
        &mut self,
        scope: &mut FunctionScope<'a>,
        handle: Handle<Expression>,
    ) -> Result<Reg> {
        match &scope.function.expressions[handle] {
            Expression::Compose { components, .. } => {
                let parts = self.values(scope, components)?;
                Ok(self.compose(&parts))
            }
            Expression::Splat { size, value } => {
                let value = self.operand(scope, *value)?;
                let part = (value.first, value.scalar.words());
                Ok(self.compose(&vec![part; *size as usize]))
            }
            Expression::Swizzle { size, vector, pattern } => {
                let vector = self.operand(scope, *vector)?;
                let part = |&component: &naga::SwizzleComponent| {
                    (vector.at(component as u32), vector.scalar.words())
                };
                let parts: Vec<(Reg, u32)> = pattern[..*size as usize].iter().map(part).collect();
                Ok(self.compose(&parts))
            }
            Expression::FunctionArgument(index) => match scope.arguments[*index as usize] {
                Argument::Value(value) => Ok(value),
                Argument::Pointer(_) => self.unsupported("a pointer in place of a value"),
            },
            Expression::Load { pointer } => self.load(scope, handle, *pointer),
            Expression::AccessIndex { base, index } => {
                let first = self.value(scope, *base)?;
                let inner = scope.info[*base].ty.inner_with(&self.module.types);
                Ok(first + self.part_words(inner, *index)?)
            }
            Expression::Access { base, index } => self.element(scope, handle, *base, *index),
            Expression::Unary { op, expr } => self.unary(scope, *op, *expr),
            Expression::Binary { op, left, right } => self.binary(scope, *op, *left, *right),
            Expression::Select { condition, accept, reject } => {
                self.select(scope, *condition, *accept, *reject)
            }
            Expression::Relational { fun, argument } => self.relational(scope, *fun, *argument),
            Expression::Math { fun, arg, arg1, arg2, arg3 } => {
                self.math(scope, *fun, *arg, [*arg1, *arg2, *arg3])
            }
            Expression::As { expr, kind, convert } => self.convert(scope, *expr, *kind, *convert),
            Expression::ArrayLength(pointer) => self.array_length(scope, *pointer),
            Expression::ImageSample { .. }
            | Expression::ImageLoad { .. }
            | Expression::ImageQuery { .. } => self.unsupported("textures and samplers"),
            _ => self.unsupported("an expression of this kind"),
        }
    }

    /// Registers and sizes of several expressions.
    fn values(
        &mut self,
        scope: &mut FunctionScope<'a>,
        handles: &[Handle<Expression>],
    ) -> Result<Vec<(Reg, u32)>> {
        handles
            .iter()
            .map(|&handle| {
                let words = self.words(scope.info[handle].ty.inner_with(&self.module.types))?;
                Ok((self.value(scope, handle)?, words))
            })
            .collect()
    }

    /// Copies values into neighbouring registers, unless they lie so already.
    pub(super) fn compose(&mut self, parts: &[(Reg, u32)]) -> Reg {
        let to = self.registers(parts.iter().map(|&(_, words)| words).sum());
        let mut next = to;
        for &(from, words) in parts {
            for word in 0..words {
                self.emit(Op::Copy { to: next, from: from + word });
                next += 1;
            }
        }
        to
    }

    /// A part of a value that is known at run time: its registers are read like
    /// a variable's.
    fn element(
        &mut self,
        scope: &mut FunctionScope<'a>,
        handle: Handle<Expression>,
        base: Handle<Expression>,
        index: Handle<Expression>,
    ) -> Result<Reg> {
        let first = self.value(scope, base)?;
        let register = self.value(scope, index)?;
        let words = self.words(scope.info[handle].ty.inner_with(&self.module.types))?;
        let all = self.words(scope.info[base].ty.inner_with(&self.module.types))?;
        let index =
            DynamicIndex { register, stride: words, limit: IndexLimit::Fixed(all / words.max(1)) };
        Ok(self.load_memory_ref(MemoryRef {
            root: Root::Local(first),
            offset: 0,
            indices: vec![index],
            leaves: registers(words),
            by_byte: false,
        }))
    }

    fn select(
        &mut self,
        scope: &mut FunctionScope<'a>,
        condition: Handle<Expression>,
        accept: Handle<Expression>,
        reject: Handle<Expression>,
    ) -> Result<Reg> {
        let condition = self.operand(scope, condition)?;
        let accept = self.operand(scope, accept)?;
        let reject = self.operand(scope, reject)?;
        let words = accept.scalar.words();
        let to = self.registers(accept.count * words);
        for i in 0..accept.count {
            for word in 0..words {
                self.emit(Op::Ternary {
                    op: Ternary::Select,
                    to: to + i * words + word,
                    a: condition.at(i),
                    b: reject.at(i) + word,
                    c: accept.at(i) + word,
                });
            }
        }
        Ok(to)
    }

    fn relational(
        &mut self,
        scope: &mut FunctionScope<'a>,
        function: RelationalFunction,
        argument: Handle<Expression>,
    ) -> Result<Reg> {
        let argument = self.operand(scope, argument)?;
        match function {
            RelationalFunction::All => Ok(self.fold(Binary::And, argument)),
            RelationalFunction::Any => Ok(self.fold(Binary::Or, argument)),
            RelationalFunction::IsNan => Ok(self.test(argument, true)),
            RelationalFunction::IsInf => Ok(self.test(argument, false)),
        }
    }

    /// Joins the components of a vector of words into one.
    fn fold(&mut self, op: Binary, value: Operand) -> Reg {
        let mut folded = value.first;
        for i in 1..value.count {
            let to = self.registers(1);
            self.emit(Op::Binary { op, to, a: folded, b: value.at(i) });
            folded = to;
        }
        folded
    }

    fn array_length(
        &mut self,
        scope: &mut FunctionScope<'a>,
        pointer: Handle<Expression>,
    ) -> Result<Reg> {
        let memory_ref = self.chain(scope, pointer)?;
        let target = self.target(scope, pointer)?;
        match (memory_ref.root, target) {
            (Root::Buffer(buffer), TypeInner::Array { stride, .. }) => {
                let to = self.registers(1);
                self.emit(Op::ArrayLength { to, buffer, offset: memory_ref.offset, stride });
                Ok(to)
            }
            _ => self.unsupported("the length of this array"),
        }
    }
}
