//! Operands that expressions and statements read.

use naga::{Arena, AtomicFunction, Block, Expression, GatherMode, Handle, Statement};

/// The expression with other operands, or nothing for kinds that kernels with
/// warps have no use for: textures, ray queries and matrices of tensor cores.
pub(super) fn replace<E>(
    expression: &Expression,
    map: &mut impl FnMut(Handle<Expression>) -> Result<Handle<Expression>, E>,
) -> Result<Option<Expression>, E> {
    let mut replaced = expression.clone();
    match &mut replaced {
        Expression::Literal(_)
        | Expression::Constant(_)
        | Expression::Override(_)
        | Expression::ZeroValue(_)
        | Expression::FunctionArgument(_)
        | Expression::GlobalVariable(_)
        | Expression::LocalVariable(_)
        | Expression::CallResult(_)
        | Expression::AtomicResult { .. }
        | Expression::WorkGroupUniformLoadResult { .. } => {}
        Expression::Compose { components, .. } => {
            for component in components {
                *component = map(*component)?;
            }
        }
        Expression::Access { base: a, index: b } | Expression::Binary { left: a, right: b, .. } => {
            *a = map(*a)?;
            *b = map(*b)?;
        }
        Expression::AccessIndex { base: operand, .. }
        | Expression::Splat { value: operand, .. }
        | Expression::Swizzle { vector: operand, .. }
        | Expression::Load { pointer: operand }
        | Expression::Unary { expr: operand, .. }
        | Expression::Relational { argument: operand, .. }
        | Expression::As { expr: operand, .. }
        | Expression::ArrayLength(operand) => *operand = map(*operand)?,
        Expression::Select { condition, accept, reject } => {
            *condition = map(*condition)?;
            *accept = map(*accept)?;
            *reject = map(*reject)?;
        }
        Expression::Math { arg, arg1, arg2, arg3, .. } => {
            *arg = map(*arg)?;
            for argument in [arg1, arg2, arg3].into_iter().flatten() {
                *argument = map(*argument)?;
            }
        }
        _ => return Ok(None),
    }
    Ok(Some(replaced))
}

/// Calls `note` for every operand of an expression.
pub(super) fn of_expression(expression: &Expression, note: &mut impl FnMut(Handle<Expression>)) {
    let _ = replace(expression, &mut |operand| -> Result<_, ()> {
        note(operand);
        Ok(operand)
    });
}

/// Calls `note` for every expression that a block's statements read.
pub(super) fn of_block(
    block: &Block,
    arena: &Arena<Expression>,
    note: &mut impl FnMut(Handle<Expression>),
) {
    for statement in block {
        of_statement(statement, arena, note);
    }
}

/// Calls `note` for every expression that a statement reads.
pub(super) fn of_statement(
    statement: &Statement,
    arena: &Arena<Expression>,
    note: &mut impl FnMut(Handle<Expression>),
) {
    match statement {
        Statement::Emit(range) => {
            range.clone().for_each(|handle| of_expression(&arena[handle], note));
        }
        Statement::Block(block) => of_block(block, arena, note),
        Statement::If { condition, accept, reject } => {
            note(*condition);
            of_block(accept, arena, note);
            of_block(reject, arena, note);
        }
        Statement::Switch { selector, cases } => {
            note(*selector);
            cases.iter().for_each(|case| of_block(&case.body, arena, note));
        }
        Statement::Loop { body, continuing, break_if } => {
            of_block(body, arena, note);
            of_block(continuing, arena, note);
            break_if.iter().for_each(|condition| note(*condition));
        }
        Statement::Return { value } => value.iter().for_each(|value| note(*value)),
        Statement::Store { pointer, value } => {
            note(*pointer);
            note(*value);
        }
        Statement::Atomic { pointer, fun, value, .. } => {
            note(*pointer);
            note(*value);
            if let AtomicFunction::Exchange { compare: Some(compare) } = fun {
                note(*compare);
            }
        }
        Statement::WorkGroupUniformLoad { pointer, .. } => note(*pointer),
        Statement::Call { arguments, .. } => arguments.iter().for_each(|value| note(*value)),
        Statement::SubgroupBallot { predicate, .. } => {
            predicate.iter().for_each(|value| note(*value));
        }
        Statement::SubgroupGather { mode, argument, .. } => {
            note(*argument);
            lane_of(mode).into_iter().for_each(note);
        }
        Statement::SubgroupCollectiveOperation { argument, .. } => note(*argument),
        // There is no way to copy any other.
        _ => {}
    }
}

/// What a shuffle computes its source from.
fn lane_of(mode: &GatherMode) -> Option<Handle<Expression>> {
    match *mode {
        GatherMode::Broadcast(lane)
        | GatherMode::Shuffle(lane)
        | GatherMode::ShuffleDown(lane)
        | GatherMode::ShuffleUp(lane)
        | GatherMode::ShuffleXor(lane)
        | GatherMode::QuadBroadcast(lane) => Some(lane),
        GatherMode::BroadcastFirst | GatherMode::QuadSwap(_) => None,
    }
}
