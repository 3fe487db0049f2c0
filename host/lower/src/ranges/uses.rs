//! What is done with a number: whether anything looks at more than its lower 32 bits.

use naga::{
    BinaryOperator, Block, Expression, Function, Handle, MathFunction, ScalarKind, Statement,
};
use std::collections::HashSet;

/// Whether only the lower 32 bits of a number are looked at. An index is a number of which no
/// memory has more.
pub(super) fn needs_only_a_word(function: &Function, number: Handle<Expression>) -> bool {
    let mut met = HashSet::new();
    is_low(function, number, &mut met)
}

/// Whether a number that stops at the end of a word, as what becomes of a float does, is only
/// compared, bounded or used as an index: whatever is that large is too large for all of them.
pub(super) fn stops_at_a_word(function: &Function, number: Handle<Expression>) -> bool {
    let mut met = HashSet::new();
    is_bounded(function, number, &mut met)
}

fn is_bounded(
    function: &Function,
    number: Handle<Expression>,
    met: &mut HashSet<Handle<Expression>>,
) -> bool {
    if !met.insert(number) {
        return true;
    }
    let in_expressions = function.expressions.iter().all(|(user, expression)| match *expression {
        Expression::Binary { op, left, right } if left == number || right == number => {
            use BinaryOperator::{Equal, Greater, GreaterEqual, Less, LessEqual, NotEqual};
            matches!(op, Less | LessEqual | Greater | GreaterEqual | Equal | NotEqual)
        }
        Expression::Math { fun: MathFunction::Min, arg, arg1, .. }
            if arg == number || arg1 == Some(number) =>
        {
            true
        }
        Expression::Select { condition, accept, reject }
            if [condition, accept, reject].contains(&number) =>
        {
            condition != number && is_bounded(function, user, met)
        }
        Expression::Access { base, index } if [base, index].contains(&number) => index == number,
        ref other => !refers(other, number),
    });
    in_expressions && !is_taken(&function.body, number)
}

/// Whether a statement does anything with a number.
fn is_taken(block: &Block, number: Handle<Expression>) -> bool {
    block.iter().any(|statement| match statement {
        Statement::Store { value, .. } => *value == number,
        Statement::Block(inner) => is_taken(inner, number),
        Statement::If { accept, reject, .. } => {
            is_taken(accept, number) || is_taken(reject, number)
        }
        Statement::Switch { selector, cases } => {
            *selector == number || cases.iter().any(|case| is_taken(&case.body, number))
        }
        Statement::Loop { body, continuing, .. } => {
            is_taken(body, number) || is_taken(continuing, number)
        }
        Statement::Return { value } => *value == Some(number),
        Statement::Call { arguments, .. } => arguments.contains(&number),
        Statement::Atomic { value, .. } => *value == number,
        Statement::SubgroupGather { mode, argument, .. } => {
            *argument == number || is_in_gather(mode, number)
        }
        Statement::SubgroupCollectiveOperation { argument, .. } => *argument == number,
        _ => false,
    })
}

fn is_low(
    function: &Function,
    number: Handle<Expression>,
    met: &mut HashSet<Handle<Expression>>,
) -> bool {
    if !met.insert(number) {
        return true;
    }
    let in_expressions = function.expressions.iter().all(|(user, expression)| match *expression {
        Expression::Binary { op, left, right } if left == number || right == number => {
            let keeps = match op {
                BinaryOperator::Add
                | BinaryOperator::Subtract
                | BinaryOperator::Multiply
                | BinaryOperator::And
                | BinaryOperator::InclusiveOr
                | BinaryOperator::ExclusiveOr => true,
                BinaryOperator::ShiftLeft => right != number,
                _ => false,
            };
            keeps && is_low(function, user, met)
        }
        Expression::As { expr, kind, convert } if expr == number => {
            let is_int = matches!(kind, ScalarKind::Uint | ScalarKind::Sint);
            is_int && convert.is_none_or(|width| width <= 4) && is_low(function, user, met)
        }
        Expression::Select { condition, accept, reject }
            if [condition, accept, reject].contains(&number) =>
        {
            condition != number && is_low(function, user, met)
        }
        Expression::Access { base, index } if [base, index].contains(&number) => index == number,
        ref other => !refers(other, number),
    });
    in_expressions && in_block(function, &function.body, number, met)
}

/// Whether any other expression is made of a number.
fn refers(expression: &Expression, number: Handle<Expression>) -> bool {
    match expression {
        Expression::Literal(_)
        | Expression::Constant(_)
        | Expression::Override(_)
        | Expression::ZeroValue(_)
        | Expression::FunctionArgument(_)
        | Expression::GlobalVariable(_)
        | Expression::LocalVariable(_)
        | Expression::CallResult(_)
        | Expression::AtomicResult { .. }
        | Expression::WorkGroupUniformLoadResult { .. }
        | Expression::SubgroupBallotResult
        | Expression::SubgroupOperationResult { .. } => false,
        Expression::Compose { components, .. } => components.contains(&number),
        Expression::Binary { left, right, .. } => [*left, *right].contains(&number),
        Expression::Access { base, index } => [*base, *index].contains(&number),
        Expression::AccessIndex { base, .. } => *base == number,
        Expression::Splat { value, .. } => *value == number,
        Expression::Load { pointer } => *pointer == number,
        Expression::Unary { expr, .. } | Expression::As { expr, .. } => *expr == number,
        Expression::Select { condition, accept, reject } => {
            [*condition, *accept, *reject].contains(&number)
        }
        Expression::Relational { argument, .. } => *argument == number,
        Expression::Math { arg, arg1, arg2, arg3, .. } => {
            [Some(*arg), *arg1, *arg2, *arg3].contains(&Some(number))
        }
        Expression::ArrayLength(array) => *array == number,
        // No kernel has others.
        _ => true,
    }
}

fn in_block(
    function: &Function,
    block: &Block,
    number: Handle<Expression>,
    met: &mut HashSet<Handle<Expression>>,
) -> bool {
    block.iter().all(|statement| match statement {
        Statement::Block(inner) => in_block(function, inner, number, met),
        Statement::If { accept, reject, condition } => {
            *condition != number
                && in_block(function, accept, number, met)
                && in_block(function, reject, number, met)
        }
        Statement::Switch { selector, cases } => {
            *selector != number
                && cases.iter().all(|case| in_block(function, &case.body, number, met))
        }
        Statement::Loop { body, continuing, break_if } => {
            *break_if != Some(number)
                && in_block(function, body, number, met)
                && in_block(function, continuing, number, met)
        }
        // What lies in memory is a number of a width of its own, of which a word is the
        // lower part.
        Statement::Store { pointer, value } if *value == number => {
            match function.expressions[*pointer] {
                Expression::LocalVariable(_) => {
                    function.expressions.iter().all(|(load, expression)| match expression {
                        Expression::Load { pointer: from } if from == pointer => {
                            is_low(function, load, met)
                        }
                        Expression::Load { pointer: from } => {
                            function.expressions[*from] != function.expressions[*pointer]
                                || is_low(function, load, met)
                        }
                        _ => true,
                    })
                }
                _ => is_of_memory(function, *pointer),
            }
        }
        Statement::Return { value } => *value != Some(number),
        Statement::Call { arguments, .. } => !arguments.contains(&number),
        Statement::Atomic { value, fun, .. } => {
            // An atomic word takes a word.
            *value != number || !matches!(fun, naga::AtomicFunction::Exchange { compare: Some(_) })
        }
        Statement::SubgroupBallot { predicate, .. } => *predicate != Some(number),
        Statement::SubgroupGather { mode, argument, .. } => {
            *argument != number && !is_in_gather(mode, number)
        }
        Statement::SubgroupCollectiveOperation { argument, .. } => *argument != number,
        _ => true,
    })
}

fn is_in_gather(mode: &naga::GatherMode, number: Handle<Expression>) -> bool {
    match mode {
        naga::GatherMode::Broadcast(at)
        | naga::GatherMode::Shuffle(at)
        | naga::GatherMode::ShuffleDown(at)
        | naga::GatherMode::ShuffleUp(at)
        | naga::GatherMode::ShuffleXor(at)
        | naga::GatherMode::QuadBroadcast(at) => *at == number,
        naga::GatherMode::BroadcastFirst | naga::GatherMode::QuadSwap(_) => false,
    }
}

/// Whether a pointer leads into a buffer or shared memory.
fn is_of_memory(function: &Function, pointer: Handle<Expression>) -> bool {
    match function.expressions[pointer] {
        Expression::GlobalVariable(_) => true,
        Expression::Access { base, .. } | Expression::AccessIndex { base, .. } => {
            is_of_memory(function, base)
        }
        _ => false,
    }
}
