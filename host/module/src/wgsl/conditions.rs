//! `&&` and `||` of WGSL: naga's parser writes a branch for the right side, and nothing in
//! the module says that it is a part of a condition. Here that is noted.

use naga::{Block, Expression, Function, Handle, Module, Statement};
use warpbench_semantics::{Semantics, StatementFact};

/// Marks the branches that are operators.
pub(super) fn mark(module: &mut Module, semantics: &mut Semantics) {
    let helpers = module.functions.iter_mut().map(|(_, function)| function);
    let kernels = module.entry_points.iter_mut().map(|point| &mut point.function);
    for function in helpers.chain(kernels) {
        let mut body = std::mem::take(&mut function.body);
        mark_block(function, &mut body, semantics);
        function.body = body;
    }
}

fn mark_block(function: &Function, block: &mut Block, semantics: &mut Semantics) {
    for (statement, span) in block.span_iter_mut() {
        match statement {
            Statement::If { accept, reject, .. } => {
                let is_operator = sets_flag(function, accept) && sets_flag(function, reject);
                mark_block(function, accept, semantics);
                mark_block(function, reject, semantics);
                if let Some(span) = span.filter(|_| is_operator) {
                    *span = semantics.mark(*span, StatementFact::LazyOperator);
                }
            }
            Statement::Block(inner) => mark_block(function, inner, semantics),
            Statement::Switch { cases, .. } => {
                cases.iter_mut().for_each(|case| mark_block(function, &mut case.body, semantics));
            }
            Statement::Loop { body, continuing, .. } => {
                mark_block(function, body, semantics);
                mark_block(function, continuing, semantics);
            }
            _ => {}
        }
    }
}

/// Whether an arm only computes something and keeps it in a variable without a name: the
/// parser makes such variables for operators, and the text cannot.
fn sets_flag(function: &Function, arm: &Block) -> bool {
    let mut stores = 0;
    let is_unnamed = |pointer: Handle<Expression>| match function.expressions[pointer] {
        Expression::LocalVariable(handle) => function.local_variables[handle].name.is_none(),
        _ => false,
    };
    let computes = arm.iter().all(|statement| match statement {
        Statement::Emit(_) | Statement::Call { .. } => true,
        Statement::If { accept, reject, .. } => {
            sets_flag(function, accept) && sets_flag(function, reject)
        }
        Statement::Store { pointer, .. } => {
            stores += 1;
            is_unnamed(*pointer)
        }
        _ => false,
    });
    computes && stores == 1
}
