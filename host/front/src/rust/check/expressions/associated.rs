//! Calls of what belongs to a type: `f32::from_bits(…)`, `Float4::load(…)`,
//! `Particle::new(…)`.

use crate::diagnostic::Diagnostic;
use crate::rust::check::body::{Body, Expect, broken, expr};
use crate::rust::check::expressions::number_methods;
use crate::rust::check::syntax::spans;
use crate::rust::hir::{self, Builtin, ExprKind, Math};
use crate::rust::types::{FloatTy, FourTy, IntTy, Mutability, Ty};
use naga::Span;
use syn::Expr;

impl Body<'_> {
    /// `Type::member(…)`.
    pub(crate) fn call_member(
        &mut self,
        owner: &Ty,
        name: &str,
        last: &syn::PathSegment,
        arguments: &[&Expr],
        span: Span,
    ) -> hir::Expr {
        let place = spans::bytes(last.ident.span());
        match owner {
            Ty::Error => {
                self.check_all(arguments);
                broken(span)
            }
            Ty::Int(_) | Ty::Float(_) if name == "from" => {
                self.lossless(owner, arguments, place, span)
            }
            Ty::Float(_) if name == "from_bits" => {
                let bits = number_methods::like(owner, number_methods::Like::Unsigned);
                let values = self.arguments("`from_bits`", &[bits], arguments, place, None);
                let builtin = ExprKind::Builtin(Builtin::Math(Math::FromBits), values);
                expr(builtin, owner.clone(), span)
            }
            Ty::Int(_) | Ty::Float(_) => match number_methods::method(owner, name) {
                Some(method) => {
                    let mut params = vec![owner.clone()];
                    params.extend(
                        method.params.iter().map(|like| number_methods::like(owner, *like)),
                    );
                    let what = format!("`{name}`");
                    let values = self.arguments(&what, &params, arguments, place, None);
                    let result = number_methods::like(owner, method.result);
                    if values.len() != params.len() {
                        return expr(ExprKind::Error, result, span);
                    }
                    expr(ExprKind::Builtin(Builtin::Math(method.math), values), result, span)
                }
                None => {
                    self.check_all(arguments);
                    self.unknown_member(owner, name, place)
                }
            },
            Ty::Four(four) => self.call_four(*four, name, arguments, place, span),
            Ty::Struct(id) => match self.checker.structs[*id].functions.get(name).copied() {
                Some(function) => self.call_function(function, last, None, arguments, span),
                None => {
                    self.check_all(arguments);
                    self.unknown_member(owner, name, place)
                }
            },
            _ => {
                self.check_all(arguments);
                self.unknown_member(owner, name, place)
            }
        }
    }

    /// `Float4::load(p)` and the like.
    fn call_four(
        &mut self,
        four: FourTy,
        name: &str,
        arguments: &[&Expr],
        place: Span,
        span: Span,
    ) -> hir::Expr {
        let ty = Ty::Four(four);
        let Some((builtin, params, result, is_unsafe)) = four_member(four, name) else {
            self.check_all(arguments);
            return self.unknown_member(&ty, name, place);
        };
        if is_unsafe {
            self.need_unsafe(&format!("calling the unsafe function `{name}`"), span);
        }
        let what = format!("`{name}`");
        let values = self.arguments(&what, &params, arguments, place, None);
        if values.len() != params.len() {
            return expr(ExprKind::Error, result, span);
        }
        expr(ExprKind::Builtin(builtin, values), result, span)
    }

    /// `f64::from(x)`: a conversion that loses nothing.
    fn lossless(&mut self, to: &Ty, arguments: &[&Expr], place: Span, span: Span) -> hir::Expr {
        let [argument] = arguments else {
            self.check_all(arguments);
            let what = "`from`";
            self.report_count(what, std::slice::from_ref(to), arguments.len(), place, None);
            return expr(ExprKind::Error, to.clone(), span);
        };
        let value = self.expr(argument, &Expect::None);
        let value = if self.infer.kind(&value.ty).is_some() {
            // A literal takes the type itself.
            self.coerce(value, to, None)
        } else {
            value
        };
        let from = self.head(&value.ty);
        let is_lossless = match (&from, to) {
            (Ty::Error | Ty::Never, _) => true,
            (from, to) if from == to => true,
            (Ty::Bool, Ty::Int(_)) => true,
            (Ty::Int(from), Ty::Int(to)) => holds_every(*from, *to),
            (Ty::Int(from), Ty::Float(to)) => digits(*to) > from.max().ilog2(),
            // The library leaves this one out, though nothing would be lost.
            (Ty::Float(FloatTy::F16), Ty::Float(FloatTy::F32)) => false,
            (Ty::Float(from), Ty::Float(to)) => digits(*from) < digits(*to),
            _ => false,
        };
        if !is_lossless {
            let (shown, found) = (self.show(to), self.show(&from));
            let diagnostic =
                Diagnostic::new(format!("`{shown}` cannot be made from every `{found}`"), span)
                    .label("`from` only converts where nothing is lost");
            let diagnostic = match self.conversion(&value, to) {
                Some(help) => diagnostic.help(help),
                None => diagnostic,
            };
            return self.error(diagnostic);
        }
        expr(ExprKind::Cast(Box::new(value)), to.clone(), span)
    }
}

/// Whether the library has `To::from` of an integer: every number has its place, on
/// machines with addresses of 16 bits as well.
fn holds_every(from: IntTy, to: IntTy) -> bool {
    let most = if matches!(to, IntTy::Usize | IntTy::Isize) { 16 } else { to.bits() };
    let has_room = match (from.is_signed(), to.is_signed()) {
        (true, false) => false,
        (false, true) => from.bits() < most,
        (true, true) | (false, false) => from.bits() <= most,
    };
    has_room && !matches!(from, IntTy::Usize | IntTy::Isize)
}

/// The binary digits of a float.
fn digits(float: FloatTy) -> u32 {
    match float {
        FloatTy::F16 => 11,
        FloatTy::F32 => f32::MANTISSA_DIGITS,
        FloatTy::F64 => f64::MANTISSA_DIGITS,
    }
}

/// A function of `Float4` or `Int4`: its parameters, `self` first, its result,
/// and whether it needs `unsafe`.
pub(crate) fn four_member(four: FourTy, name: &str) -> Option<(Builtin, Vec<Ty>, Ty, bool)> {
    let ty = Ty::Four(four);
    Some(match name {
        "load" => (Builtin::FourLoad, vec![Ty::pointer(Mutability::Const, ty.clone())], ty, true),
        "store" => {
            let to = Ty::pointer(Mutability::Mut, ty.clone());
            (Builtin::FourStore, vec![ty, to], Ty::UNIT, true)
        }
        "splat" => (Builtin::FourSplat, vec![four.scalar()], ty, false),
        "plus" => (Builtin::FourPlus, vec![ty.clone(), ty.clone()], ty, false),
        "sum" => (Builtin::FourSum, vec![ty], four.scalar(), false),
        _ => return None,
    })
}
