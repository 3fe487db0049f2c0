//! Places of errors, when naga does not say one, or says where something was declared instead
//! of where it is used.

use crate::wgsl::tokens::{Token, tokens};
use naga::common::wgsl::TypeContext;
use naga::proc::LayoutError;
use naga::valid::{EntryPointError, FunctionError, SubgroupError, ValidationError};
use naga::{Block, Expression, Function, GatherMode, Handle, Module, Span, Statement, SwitchValue};

/// The place of an error.
pub(super) fn of(
    error: &ValidationError,
    told: impl Iterator<Item = Span>,
    module: &Module,
    text: &str,
) -> Option<Span> {
    let (function, inner, name) = function_of(error, module);
    let used = inner.zip(function).and_then(|(inner, function)| at_use(inner, function));
    used.or_else(|| told.into_iter().find(Span::is_defined))
        .or_else(|| in_function(inner?, function?))
        .or_else(|| argument(error, function?, text))
        .or_else(|| named_function(name?, text))
        .or_else(|| written_type(error, module, text))
}

type InFunction<'a> = (Option<&'a Function>, Option<&'a FunctionError>, Option<&'a str>);

fn function_of<'a>(error: &'a ValidationError, module: &'a Module) -> InFunction<'a> {
    match error {
        ValidationError::Function { handle, name, source } => {
            (Some(&module.functions[*handle]), Some(source), Some(name))
        }
        ValidationError::EntryPoint { stage, name, source } => {
            let mut points = module.entry_points.iter();
            let point = points.find(|point| point.name == *name && point.stage == *stage);
            let inner = match source {
                EntryPointError::Function(inner) => Some(inner),
                _ => None,
            };
            (point.map(|point| &point.function), inner, Some(name))
        }
        _ => (None, None, None),
    }
}

/// naga points at the declaration of a parameter that is the lane of a
/// broadcast.
fn at_use(error: &FunctionError, function: &Function) -> Option<Span> {
    let FunctionError::InvalidSubgroup(SubgroupError::InvalidInvocationIdExprType(lane)) = error
    else {
        return None;
    };
    find(&function.body, &|statement| match statement {
        Statement::SubgroupGather {
            mode: GatherMode::Broadcast(at) | GatherMode::QuadBroadcast(at),
            ..
        } => at == lane,
        _ => false,
    })
}

fn in_function(error: &FunctionError, function: &Function) -> Option<Span> {
    let has_twice = |cases: &[naga::SwitchCase], value: SwitchValue| {
        cases.iter().filter(|case| case.value == value).count() > 1
    };
    let expression =
        |at: &Handle<Expression>| Some(function.expressions.get_span(*at)).filter(Span::is_defined);
    let switch = |value: SwitchValue| {
        find(&function.body, &|statement| match statement {
            Statement::Switch { cases, .. } => has_twice(cases, value),
            _ => false,
        })
    };
    match error {
        FunctionError::ConflictingSwitchCase(value) => switch(*value),
        FunctionError::MultipleDefaultCases => switch(SwitchValue::Default),
        FunctionError::InvalidIfType(at)
        | FunctionError::InvalidSwitchType(at)
        | FunctionError::InvalidStorePointer(at)
        | FunctionError::Expression { handle: at, .. }
        | FunctionError::InvalidStoreTypes { value: at, .. } => expression(at),
        FunctionError::InvalidSubgroup(_) => find(&function.body, &|statement| {
            matches!(
                statement,
                Statement::SubgroupBallot { .. }
                    | Statement::SubgroupGather { .. }
                    | Statement::SubgroupCollectiveOperation { .. }
            )
        }),
        _ => None,
    }
}

/// The first statement that is meant, from the outside in.
fn find(block: &Block, is_meant: &dyn Fn(&Statement) -> bool) -> Option<Span> {
    block.span_iter().find_map(|(statement, span)| {
        if is_meant(statement) && span.is_defined() {
            return Some(*span);
        }
        match statement {
            Statement::Block(inner) => find(inner, is_meant),
            Statement::If { accept, reject, .. } => {
                find(accept, is_meant).or_else(|| find(reject, is_meant))
            }
            Statement::Switch { cases, .. } => {
                cases.iter().find_map(|case| find(&case.body, is_meant))
            }
            Statement::Loop { body, continuing, .. } => {
                find(body, is_meant).or_else(|| find(continuing, is_meant))
            }
            _ => None,
        }
    })
}

/// A parameter of a kernel, by its name.
fn argument(error: &ValidationError, function: &Function, text: &str) -> Option<Span> {
    let ValidationError::EntryPoint { name, source, .. } = error else { return None };
    let EntryPointError::Argument(index, _) = source else { return None };
    let argument = function.arguments.get(*index as usize)?.name.as_deref()?;
    let mut behind = tokens(text);
    while !(behind.find(|token| token.is("fn")).is_some() && behind.next()?.is(name)) {}
    let parameters: Vec<Token<'_>> = behind.take_while(|token| !token.is("{")).collect();
    let mut pairs = parameters.windows(2);
    pairs.find(|pair| pair[0].is(argument) && pair[1].is(":")).map(|pair| span(&pair[0]))
}

fn named_function(name: &str, text: &str) -> Option<Span> {
    let all: Vec<Token<'_>> = tokens(text).collect();
    all.windows(2).find(|pair| pair[0].is("fn") && pair[1].is(name)).map(|pair| span(&pair[1]))
}

/// Where a type is written in the form that naga writes it in.
fn written_type(error: &ValidationError, module: &Module, text: &str) -> Option<Span> {
    let ty = match error {
        ValidationError::Type { handle, .. } => *handle,
        ValidationError::Layouter(LayoutError { ty, .. }) => *ty,
        _ => return None,
    };
    let written = module.to_ctx().type_to_string(ty);
    let at = text.find(&written)?;
    Some(Span::new(at as u32, (at + written.len()) as u32))
}

fn span(token: &Token<'_>) -> Span {
    Span::new(token.range.start as u32, token.range.end as u32)
}
