//! Stores that only change what their word held, as in `a[i] += x`.
//!
//! Threads that do so to one word at the same time lose changes, and what helps is
//! the atomic operation that does the same.

use super::{Compiler, FunctionScope};
use crate::sim::code::{AtomicFunction, Update};
use naga::{BinaryOperator, Expression, Handle, MathFunction};

/// How deep two pointers are compared.
const DEEPEST: u32 = 16;

impl<'a> Compiler<'a> {
    /// Takes note of the store that was just emitted, if it changes its own word.
    pub(super) fn note_update(
        &mut self,
        scope: &FunctionScope<'a>,
        pointer: Handle<Expression>,
        value: Handle<Expression>,
    ) {
        let expressions = &scope.function.expressions;
        let (function, left, right) = match expressions[value] {
            Expression::Binary { op, left, right } => {
                let function = match op {
                    BinaryOperator::Add => AtomicFunction::Add,
                    BinaryOperator::Subtract => AtomicFunction::Sub,
                    BinaryOperator::And => AtomicFunction::And,
                    BinaryOperator::InclusiveOr => AtomicFunction::Or,
                    BinaryOperator::ExclusiveOr => AtomicFunction::Xor,
                    _ => return,
                };
                (function, left, right)
            }
            Expression::Math { fun, arg, arg1: Some(right), .. } => {
                let function = match fun {
                    MathFunction::Min => AtomicFunction::Min,
                    MathFunction::Max => AtomicFunction::Max,
                    _ => return,
                };
                (function, arg, right)
            }
            _ => return,
        };
        // What is subtracted from is on the left.
        let sides = if function == AtomicFunction::Sub { vec![left] } else { vec![left, right] };
        let load = sides.into_iter().find_map(|side| match expressions[side] {
            Expression::Load { pointer: from } if same(scope, from, pointer, DEEPEST) => {
                scope.loads.get(&side).copied()
            }
            _ => None,
        });
        let inner = scope.info[value].ty.inner_with(&self.module.types);
        let scalar = inner.scalar().and_then(|scalar| self.scalar(scalar).ok());
        if let (Some(load), Some(scalar), Some(store)) =
            (load, scalar, self.code.ops.len().checked_sub(1))
        {
            self.code.updates.push(Update { load, store: store as u32, function, scalar });
        }
    }
}

/// Whether two expressions surely mean the same.
fn same(
    scope: &FunctionScope<'_>,
    a: Handle<Expression>,
    b: Handle<Expression>,
    depth: u32,
) -> bool {
    if a == b {
        return true;
    }
    let Some(depth) = depth.checked_sub(1) else { return false };
    let same = |a, b| same(scope, a, b, depth);
    match (&scope.function.expressions[a], &scope.function.expressions[b]) {
        (Expression::Literal(a), Expression::Literal(b)) => a == b,
        (Expression::Constant(a), Expression::Constant(b)) => a == b,
        (Expression::GlobalVariable(a), Expression::GlobalVariable(b)) => a == b,
        (Expression::LocalVariable(a), Expression::LocalVariable(b)) => a == b,
        (Expression::FunctionArgument(a), Expression::FunctionArgument(b)) => a == b,
        (Expression::Load { pointer: a }, Expression::Load { pointer: b }) => same(*a, *b),
        (Expression::Access { base: a, index: i }, Expression::Access { base: b, index: j }) => {
            same(*a, *b) && same(*i, *j)
        }
        (
            Expression::AccessIndex { base: a, index: i },
            Expression::AccessIndex { base: b, index: j },
        ) => i == j && same(*a, *b),
        (
            Expression::Binary { op, left, right },
            Expression::Binary { op: other, left: a, right: b },
        ) => op == other && same(*left, *a) && same(*right, *b),
        (
            Expression::As { expr: a, kind, convert },
            Expression::As { expr: b, kind: other, convert: into },
        ) => kind == other && convert == into && same(*a, *b),
        _ => false,
    }
}
