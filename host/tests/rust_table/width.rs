//! Whether a module computes with numbers of 64 bits, which not every adapter has.

use naga::{Expression, Function, Literal, Module, TypeInner};

/// Whether a module needs an adapter with numbers of 64 bits.
pub(crate) fn is_wide(module: &Module) -> bool {
    let types = module.types.iter().any(|(_, ty)| match ty.inner {
        TypeInner::Scalar(scalar) | TypeInner::Vector { scalar, .. } => scalar.width == 8,
        _ => false,
    });
    let entries = module.entry_points.iter().map(|entry| &entry.function);
    let mut functions = module.functions.iter().map(|(_, function)| function).chain(entries);
    types || functions.any(computes_wide)
}

fn computes_wide(function: &Function) -> bool {
    function.expressions.iter().any(|(_, expression)| {
        matches!(
            expression,
            Expression::As { convert: Some(8), .. }
                | Expression::Literal(Literal::I64(_) | Literal::U64(_) | Literal::F64(_))
        )
    })
}
