//! What the expressions of a function may be.

use super::interval::{Interval, binary, fits};
use super::uses;
use super::walk::Walk;
use super::{Given, variable_of};
use crate::literal::int_value;
use naga::{
    AddressSpace, BinaryOperator, BuiltIn, Expression, Handle, MathFunction, ScalarKind, TypeInner,
    UnaryOperator,
};
use warpbench_semantics::CheckedOperation;

impl Walk<'_, '_> {
    pub(super) fn value(&self, handle: Handle<Expression>) -> Option<Interval> {
        self.known.get(&handle).copied().or_else(|| match self.function.expressions[handle] {
            Expression::Literal(literal) => int_value(literal).map(Interval::one),
            Expression::Constant(constant) => {
                let init = self.module().constants[constant].init;
                match self.module().global_expressions[init] {
                    Expression::Literal(literal) => int_value(literal).map(Interval::one),
                    _ => None,
                }
            }
            _ => None,
        })
    }

    /// All numbers that an expression can be by its type.
    pub(super) fn whole(&self, handle: Handle<Expression>) -> Option<Interval> {
        let checked = self.program.checked;
        let info = match self.key {
            Some(function) => &checked.info[function],
            None => checked.info.get_entry_point(0),
        };
        match info[handle].ty.inner_with(&checked.module.types) {
            TypeInner::Scalar(scalar) => Interval::of_type(*scalar),
            _ => None,
        }
    }

    /// All numbers in a value, which may be an array.
    pub(super) fn numbers_in(&self, value: Handle<Expression>) -> Option<Interval> {
        match self.function.expressions[value] {
            _ if self.known.contains_key(&value) => self.value(value),
            Expression::Compose { ref components, .. } => {
                let mut all = components.iter().map(|component| self.numbers_in(*component));
                let first = all.next()??;
                all.try_fold(first, |joined, next| Some(joined.join(next?)))
            }
            Expression::Splat { value, .. } => self.numbers_in(value),
            Expression::ZeroValue(_) => Some(Interval::one(0)),
            Expression::Load { pointer } => {
                let variable = variable_of(self.function, pointer)?;
                self.held.get(&variable).copied()
            }
            Expression::Access { base, .. } | Expression::AccessIndex { base, .. } => {
                self.numbers_in(base)
            }
            _ => self.value(value).or_else(|| self.whole(value)),
        }
    }

    /// Works out an expression, and what a check says of it.
    pub(super) fn compute(&mut self, handle: Handle<Expression>) {
        self.compute_only(handle);
        let semantics = &self.program.checked.semantics;
        let Some(check) = semantics.check(self.key, handle).filter(|check| check.is_word) else {
            return;
        };
        let Some(word) = self.whole(handle) else { return };
        let side = |handle| self.value(handle).or_else(|| self.whole(handle));
        let sides = side(check.left).zip(side(check.right));
        let fits = sides.is_some_and(|sides| fits(check.operation, sides, check.may_wrap, word));
        let is_exempt = || match sides {
            None => uses::stops_at_a_word(self.function, handle),
            Some((_, right)) => {
                keeps_lower_bits(check.operation, right)
                    && uses::needs_only_a_word(self.function, handle)
            }
        };
        if self.outgrown.is_none() && !fits && !is_exempt() {
            self.outgrown = Some(self.function.expressions.get_span(handle));
        }
    }

    pub(super) fn compute_only(&mut self, handle: Handle<Expression>) {
        let Some(whole) = self.whole(handle) else { return };
        let found = self.computed(handle, whole).unwrap_or(whole);
        self.known.insert(handle, found.meet(whole));
        if let Expression::Load { pointer } = self.function.expressions[handle]
            && let Expression::LocalVariable(variable) = self.function.expressions[pointer]
            && !self.lent.contains(&variable)
        {
            self.loads.insert(handle, variable);
        }
    }

    fn computed(&self, handle: Handle<Expression>, whole: Interval) -> Option<Interval> {
        match self.function.expressions[handle] {
            Expression::Literal(literal) => int_value(literal).map(Interval::one),
            Expression::Constant(_) => self.value(handle),
            Expression::ZeroValue(_) => Some(Interval::one(0)),
            Expression::FunctionArgument(at) => self.argument(at, None),
            Expression::AccessIndex { base, index } => match self.function.expressions[base] {
                Expression::FunctionArgument(at) => self.argument(at, Some(index)),
                Expression::Compose { ref components, .. } => {
                    self.value(*components.get(index as usize)?)
                }
                _ => self.numbers_in(base),
            },
            Expression::Access { base, .. } => self.numbers_in(base),
            Expression::Load { pointer } => self.load(pointer),
            Expression::Unary { op: UnaryOperator::Negate, expr } => {
                let Interval { least, most } = self.value(expr)?;
                Some(Interval::new(-most, -least).wrapped(whole))
            }
            Expression::Binary { op, left, right } => {
                let sides = (self.value(left)?, self.value(right)?);
                let result = match self.goes_part_of_the_way(op, left, right) {
                    Some(end) => sides.0.join(end),
                    None => binary(op, sides.0, sides.1)?,
                };
                let check = self.program.checked.semantics.check(self.key, handle);
                // What has to fit a word does, or the word is not used.
                Some(match check {
                    Some(check) if check.is_word => result.meet(whole),
                    _ => result.wrapped(whole),
                })
            }
            Expression::Select { accept, reject, .. } => {
                Some(self.value(accept)?.join(self.value(reject)?))
            }
            Expression::As { expr, kind: ScalarKind::Uint | ScalarKind::Sint, .. } => {
                Some(self.value(expr)?.wrapped(whole))
            }
            Expression::Math { fun, arg, arg1, arg2, .. } => {
                let value = |handle: Option<Handle<Expression>>| self.value(handle?);
                self.method(fun, (self.value(arg), value(arg1), value(arg2)), whole)
            }
            Expression::ArrayLength(_) => {
                Some(Interval::new(0, i128::from(self.program.launched.longest)))
            }
            Expression::CallResult(function) => self.program.results.get(&function).copied(),
            _ => None,
        }
    }

    /// Where `a + (b - a) / n` goes, which is no farther than `b`.
    fn goes_part_of_the_way(
        &self,
        op: BinaryOperator,
        left: Handle<Expression>,
        right: Handle<Expression>,
    ) -> Option<Interval> {
        let expressions = &self.function.expressions;
        let Expression::Binary { op: BinaryOperator::Divide, left: way, right: by } =
            expressions[right]
        else {
            return None;
        };
        let Expression::Binary { op: BinaryOperator::Subtract, left: end, right: start } =
            expressions[way]
        else {
            return None;
        };
        let variable = |handle| self.loads.get(&handle);
        let is_same =
            start == left || variable(start).is_some_and(|read| variable(left) == Some(read));
        // One that goes below zero is a mistake of the kernel's, or comes from far above.
        let check = self.program.checked.semantics.check(self.key, way);
        let is_ahead = check.is_some_and(|check| check.is_word && !check.may_wrap);
        let divides = self.value(by).is_some_and(|by| by.least >= 1);
        let is_part = op == BinaryOperator::Add && is_same && is_ahead && divides;
        self.value(end).filter(|_| is_part)
    }

    fn method(
        &self,
        fun: MathFunction,
        (a, b, c): (Option<Interval>, Option<Interval>, Option<Interval>),
        whole: Interval,
    ) -> Option<Interval> {
        let min =
            |a: Interval, b: Interval| Interval::new(a.least.min(b.least), a.most.min(b.most));
        let max =
            |a: Interval, b: Interval| Interval::new(a.least.max(b.least), a.most.max(b.most));
        match fun {
            MathFunction::Min => Some(min(a?, b?)),
            MathFunction::Max => Some(max(a?, b?)),
            MathFunction::Clamp => Some(min(max(a?, b?), c?)),
            MathFunction::CountLeadingZeros if a?.least >= 0 && whole.most < 1 << 32 => {
                let zeros = |number: i128| i128::from((number as u32).leading_zeros());
                Some(Interval::new(zeros(a?.most), zeros(a?.least)))
            }
            MathFunction::CountOneBits
            | MathFunction::CountLeadingZeros
            | MathFunction::CountTrailingZeros => Some(Interval::new(0, 64)),
            _ => None,
        }
    }

    /// What a function is given: an argument, or a component of it.
    fn argument(&self, at: u32, component: Option<u32>) -> Option<Interval> {
        let builtin = match self.program.argument(self.key, self.function, at)? {
            Given::Number(number) => return Some(number).filter(|_| component.is_none()),
            Given::Members(members) => return *members.get(component? as usize)?,
            Given::BuiltIn(builtin) => builtin,
        };
        let launched = self.program.launched;
        let axis = |sides: [u32; 3]| Some(i128::from(*sides.get(component? as usize)?));
        let below = |end: i128| Interval::new(0, (end - 1).max(0));
        Some(match builtin {
            BuiltIn::LocalInvocationId => below(axis(launched.block)?),
            BuiltIn::WorkGroupId => below(axis(launched.grid)?),
            BuiltIn::GlobalInvocationId => below(axis(launched.grid)? * axis(launched.block)?),
            BuiltIn::NumWorkGroups => Interval::one(axis(launched.grid)?),
            BuiltIn::LocalInvocationIndex => {
                below(launched.block.iter().map(|side| i128::from(*side)).product())
            }
            BuiltIn::SubgroupSize
            | BuiltIn::SubgroupInvocationId
            | BuiltIn::SubgroupId
            | BuiltIn::NumSubgroups => Interval::new(0, 1 << 16),
            _ => return None,
        })
    }

    fn load(&self, pointer: Handle<Expression>) -> Option<Interval> {
        match self.function.expressions[pointer] {
            Expression::LocalVariable(variable) => {
                let held = self.held.get(&variable).copied();
                match self.bounds.get(&variable) {
                    Some(bound) => held.map(|held| held.meet(*bound)),
                    None => held,
                }
            }
            Expression::AccessIndex { base, index } => {
                let Expression::GlobalVariable(global) = self.function.expressions[base] else {
                    let variable = variable_of(self.function, pointer)?;
                    return self.held.get(&variable).copied();
                };
                let global = &self.module().global_variables[global];
                if global.space != AddressSpace::Uniform {
                    return None;
                }
                let TypeInner::Struct { members, .. } = &self.module().types[global.ty].inner
                else {
                    return None;
                };
                let member = members.get(index as usize)?;
                self.passed(member.ty, member.offset as usize)
            }
            Expression::Access { .. } => {
                let variable = variable_of(self.function, pointer)?;
                self.held.get(&variable).copied()
            }
            _ => None,
        }
    }

    /// A number that is passed by value.
    fn passed(&self, ty: Handle<naga::Type>, offset: usize) -> Option<Interval> {
        let TypeInner::Scalar(scalar) = self.module().types[ty].inner else { return None };
        let bytes = |count: usize| self.program.launched.uniform.get(offset..offset + count);
        Some(Interval::one(match (scalar.kind, scalar.width) {
            (ScalarKind::Uint, 4) => u32::from_le_bytes(bytes(4)?.try_into().ok()?).into(),
            (ScalarKind::Sint, 4) => i32::from_le_bytes(bytes(4)?.try_into().ok()?).into(),
            (ScalarKind::Uint, 8) => u64::from_le_bytes(bytes(8)?.try_into().ok()?).into(),
            (ScalarKind::Sint, 8) => i64::from_le_bytes(bytes(8)?.try_into().ok()?).into(),
            _ => return None,
        }))
    }
}

/// Whether the lower 32 bits of a result follow from those of what it is computed of.
fn keeps_lower_bits(operation: CheckedOperation, right: Interval) -> bool {
    use CheckedOperation::{Add, IntoIsize, IntoUsize, Mul, Neg, ShiftLeft, Sub};
    match operation {
        Add | Sub | Mul | Neg | IntoUsize | IntoIsize => true,
        ShiftLeft => right.is_within(Interval::new(0, 31)),
        _ => false,
    }
}
