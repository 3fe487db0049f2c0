//! Literals of integers and their values.

use naga::Literal;
use warpbench_hir::types::IntTy;

/// An integer as a literal of its type.
pub(super) fn int_literal(ty: IntTy, value: i128) -> Literal {
    match ty {
        IntTy::I8 | IntTy::I16 | IntTy::I32 | IntTy::IsizeWord => Literal::I32(value as i32),
        IntTy::U8 | IntTy::U16 | IntTy::U32 | IntTy::UsizeWord => Literal::U32(value as u32),
        IntTy::I64 | IntTy::Isize => Literal::I64(value as i64),
        // Of one of 128 bits, it is the lower half.
        IntTy::U64 | IntTy::Usize | IntTy::I128 | IntTy::U128 => Literal::U64(value as u64),
    }
}

/// The value of an integer literal.
pub(super) fn int_value(literal: Literal) -> Option<i128> {
    match literal {
        Literal::U32(value) => Some(value.into()),
        Literal::I32(value) => Some(value.into()),
        Literal::U64(value) => Some(value.into()),
        Literal::I64(value) => Some(value.into()),
        _ => None,
    }
}
