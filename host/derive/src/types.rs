//! The types of expressions, as far as they show: what the front end says of literals and
//! methods, brought together with what is known of names.

use crate::tree::{BinaryOp, Expr};
use warpbench_front::rust::number::{Number, named_type, result_type};
use warpbench_front::rust::types::{IntTy, Ty};

/// What names mean.
pub(crate) trait KnownTypes {
    /// The type of a variable or constant that is a number.
    fn name(&self, name: &str) -> Option<Ty>;

    /// The type of what an array holds.
    fn element(&self, array: &str) -> Option<Ty>;

    /// The type of a literal, which may be open.
    fn literal(&self, number: &Number) -> Option<Ty> {
        number.ty()
    }

    /// What only this place knows of an expression.
    fn own(&self, _expr: &Expr) -> Option<Ty> {
        None
    }
}

/// The type of an expression, where it shows.
pub(crate) fn type_of(expr: &Expr, names: &dyn KnownTypes) -> Option<Ty> {
    let of = |expr: &Expr| type_of(expr, names);
    if let Some(own) = names.own(expr) {
        return Some(own);
    }
    match expr {
        Expr::At(inner, _) | Expr::Unary(_, inner) => of(inner),
        Expr::Literal(literal) => names.literal(&literal.number),
        Expr::Name(name) => {
            names.name(name).or_else(|| Number::named(name).and_then(|own| own.ty()))
        }
        Expr::Index(array, _) => names.element(array),
        Expr::Cast(_, ty) => named_type(ty),
        Expr::Binary(op, left, right) => match op {
            op if op.is_truth() => Some(Ty::Bool),
            BinaryOp::Shl | BinaryOp::Shr => of(left),
            _ => of(left).or_else(|| of(right)),
        },
        Expr::Method(_, name, _) if name == "len" => Some(Ty::Int(IntTy::Usize)),
        Expr::Method(receiver, name, others) => {
            let of_number = of(receiver).or_else(|| others.iter().find_map(of));
            of_method(of_number, name)
        }
        // `f32::sqrt(x)`.
        Expr::Call(path, _) => {
            let (ty, name) = path.split_once("::")?;
            of_method(Some(named_type(ty)?), name)
        }
        Expr::Choice(_, then, otherwise) => of(then).or_else(|| of(otherwise)),
        Expr::Field(..) | Expr::Array(_) | Expr::Repeat(..) | Expr::Range(..) | Expr::Raw(_) => {
            None
        }
    }
}

/// The type of what a method returns. Those that the library writes in Rust are taken for
/// what most of them are.
fn of_method(ty: Option<Ty>, name: &str) -> Option<Ty> {
    if name.starts_with("checked_") || name.starts_with("overflowing_") {
        return None;
    }
    let known = ty.as_ref().and_then(|ty| result_type(ty, name));
    known.or(if name.starts_with("is_") { Some(Ty::Bool) } else { ty })
}
