//! `x as T`.

use crate::body::{Body, Expect, Later, expr};
use crate::typing::coerce;
use crate::wording::unsupported;
use naga::Span;
use warpbench_codes::{Code, E0054, E0605, E0606, K0002};
use warpbench_hir::types::{Mutability, Ty};
use warpbench_hir::{self as hir, ExprKind};
use warpbench_source::diagnostic::Diagnostic;

/// What is to be said of a cast.
enum Judgement {
    Fine,
    /// What it is, why not, and what to do.
    Refused(Code, String, Option<String>),
}

impl Body<'_> {
    /// `x as T`.
    pub(crate) fn cast(&mut self, syntax: &syn::ExprCast, span: Span) -> hir::Expr {
        let to = self.written_ty(&syntax.ty);
        // The type is a hint to a literal itself, not to one inside a larger
        // expression.
        let hint = match &to {
            Ty::Error => Expect::None,
            _ if is_character(&syntax.expr) => Expect::None,
            to if is_literal(&syntax.expr) => Expect::Hint(to.clone()),
            _ => Expect::None,
        };
        let value = self.expr(&syntax.expr, &hint);
        if to == Ty::Error || self.head(&value.ty) == Ty::Error {
            return expr(ExprKind::Error, to, span);
        }
        if let Some(cast) = self.character_cast(&value, &to, span) {
            return cast;
        }
        let operand = value.span;
        match self.head(&value.ty) {
            Ty::Closure(_) if self.checker.pointer_parts(&to).is_some() => {
                return self.coerce(value, &to, None);
            }
            Ty::Never => return value,
            // `as _` and `as *mut _` take from the value what nothing else says.
            ty if matches!(ty, Ty::Var(_)) || self.infer.unsettled(&to).is_some() => {
                let from = value.ty.clone();
                self.waiting.checks.push(Later::Cast { from, to: to.clone(), span, operand });
            }
            from => {
                if !self.judge_cast(&from, &to, span, operand) {
                    return expr(ExprKind::Error, to, span);
                }
            }
        }
        expr(ExprKind::Cast(Box::new(value)), to, span)
    }

    /// Settles a cast when the rest of the function is known.
    pub(crate) fn late_cast(&mut self, from: &Ty, to: &Ty, span: Span, operand: Span) {
        match (self.head(from), self.head(to)) {
            (Ty::Pointer(_, from), Ty::Pointer(_, to)) if matches!(self.head(&to), Ty::Var(_)) => {
                self.infer.unify(&from, &to);
            }
            (Ty::Reference(_, from), Ty::Pointer(_, to))
                if matches!(self.head(&to), Ty::Var(_)) =>
            {
                self.infer.unify(&from, &to);
            }
            (from, to @ Ty::Var(_)) => {
                self.infer.unify(&from, &to);
            }
            _ => {}
        }
        let (from, to) = (self.settled(from, operand), self.settled(to, span));
        self.judge_cast(&from, &to, span, operand);
    }

    /// Reports a cast that Rust or the workbench does not have.
    pub(crate) fn judge_cast(&mut self, from: &Ty, to: &Ty, span: Span, operand: Span) -> bool {
        let judgement = self.judgement(from, to, operand);
        match judgement {
            Judgement::Fine => true,
            Judgement::Refused(code, why, help) => {
                let (from, to) = (self.show(from), self.show(to));
                let diagnostic =
                    Diagnostic::new(code, format!("cannot cast `{from}` as `{to}`"), span)
                        .label(why);
                let diagnostic = match help {
                    Some(help) => diagnostic.help(help),
                    None => diagnostic,
                };
                self.report(diagnostic);
                false
            }
        }
    }

    fn judgement(&mut self, from: &Ty, to: &Ty, operand: Span) -> Judgement {
        let words = self.checker.quote(operand).unwrap_or("x").to_owned();
        let refuse = |code: Code, why: &str, help: Option<String>| {
            Judgement::Refused(code, why.to_owned(), help)
        };
        match (from, to) {
            (Ty::Error, _) | (_, Ty::Error) => Judgement::Fine,
            (Ty::Int(_) | Ty::Float(_), Ty::Int(_) | Ty::Float(_)) => Judgement::Fine,
            (Ty::Bool, Ty::Int(_) | Ty::Bool) => Judgement::Fine,
            (Ty::Struct(id, _), Ty::Int(_)) => {
                let variants = self.checker.structs[*id].hir.variants.as_ref();
                match variants {
                    Some(variants) if variants.iter().all(|variant| variant.count == 0) => {
                        Judgement::Fine
                    }
                    Some(_) => refuse(E0605, "a variant with values is no number", None),
                    None => refuse(E0605, "a structure is no number", None),
                }
            }
            (Ty::Bool, Ty::Float(_)) => {
                let to = self.show(to);
                refuse(
                    E0606,
                    "a `bool` becomes an integer first",
                    Some(format!("write `{words} as u32 as {to}`")),
                )
            }
            (Ty::Int(_), Ty::Bool) => refuse(
                E0054,
                "a number is not a `bool`",
                Some(format!("compare it with zero: `{words} != 0`")),
            ),
            (Ty::Float(_), Ty::Bool) => refuse(
                E0054,
                "a number is not a `bool`",
                Some(format!("compare it with zero: `{words} != 0.0`")),
            ),
            (Ty::Pointer(_, _), Ty::Pointer(_, _)) => Judgement::Fine,
            (Ty::Reference(have, inner), Ty::Pointer(want, wanted)) => {
                let inner = self.head(inner);
                let allowed = *want == Mutability::Const || *have == Mutability::Mut;
                let same = self.infer.unify(&inner, wanted)
                    || matches!(&inner, Ty::Array(element, _) if self.infer.unify(element, wanted));
                if allowed && same {
                    Judgement::Fine
                } else if !allowed {
                    refuse(
                        E0606,
                        "a `&` reference does not allow to write",
                        Some("borrow it with `&mut`, or cast to `*const`".to_owned()),
                    )
                } else if matches!(inner, Ty::Slice(_)) {
                    refuse(
                        E0606,
                        "a slice is a pointer and a length",
                        Some(format!("write `{words}.as_ptr()`")),
                    )
                } else {
                    let inner = self.show(&inner);
                    refuse(
                        E0606,
                        "it leads to something else",
                        Some(format!("cast to `*const {inner}` first")),
                    )
                }
            }
            (Ty::Pointer(..) | Ty::Reference(..), Ty::Int(_)) => refuse(
                if matches!(from, Ty::Reference(..)) { E0606 } else { K0002 },
                "the workbench knows a pointer as a place in a buffer, not as an address",
                Some("keep the index from which the pointer was made".to_owned()),
            ),
            (Ty::Int(_), Ty::Pointer(..)) => refuse(
                K0002,
                "the workbench knows a pointer as a place in a buffer, not as an address",
                Some("start from a parameter and use `.add(…)`".to_owned()),
            ),
            (from, to) if from == to => Judgement::Fine,
            (from, Ty::Bool) if is_primitive(from) => {
                refuse(E0054, "there is no such conversion", None)
            }
            (from, to) => refuse(
                if is_primitive(from) && is_primitive(to) { E0606 } else { E0605 },
                "there is no such conversion",
                None,
            ),
        }
    }

    /// `&raw const x`, `&raw mut x`.
    pub(crate) fn raw_address_of(&mut self, syntax: &syn::ExprRawAddr, span: Span) -> hir::Expr {
        let is_mut = matches!(syntax.mutability, syn::PointerMutability::Mut(_));
        let place = self.place_of_address(&syntax.expr);
        self.address(place, is_mut, span)
    }

    /// The address of a place, as `&raw` and the macros of `core::ptr` give it.
    pub(crate) fn address(&mut self, place: hir::Expr, is_mut: bool, span: Span) -> hir::Expr {
        if matches!(self.head(&place.ty), Ty::Slice(_)) {
            return self.error(unsupported::unread("pointers to slices", span));
        }
        let reference = self.borrow(place, crate::typing::written::mutability(is_mut), span);
        match self.head(&reference.ty) {
            Ty::Reference(mutability, to) => coerce::cast(reference, Ty::pointer(mutability, *to)),
            _ => reference,
        }
    }
}

/// Whether Rust has a cast from or to some types of this kind.
fn is_primitive(ty: &Ty) -> bool {
    matches!(
        ty,
        Ty::Int(_) | Ty::Float(_) | Ty::Bool | Ty::Pointer(..) | Ty::Reference(..) | Ty::Var(_)
    )
}

/// Whether an expression is `'a'`, with or without parentheses.
fn is_character(syntax: &syn::Expr) -> bool {
    match syntax {
        syn::Expr::Paren(paren) => is_character(&paren.expr),
        syn::Expr::Group(group) => is_character(&group.expr),
        syn::Expr::Lit(literal) => matches!(literal.lit, syn::Lit::Char(_)),
        _ => false,
    }
}

/// Whether an expression is a literal, with a sign or in parentheses at most.
fn is_literal(syntax: &syn::Expr) -> bool {
    match syntax {
        syn::Expr::Lit(_) => true,
        syn::Expr::Paren(inner) => is_literal(&inner.expr),
        syn::Expr::Group(inner) => is_literal(&inner.expr),
        syn::Expr::Unary(unary) => matches!(unary.op, syn::UnOp::Neg(_)) && is_literal(&unary.expr),
        _ => false,
    }
}
