//! Calls of what belongs to a type: `f32::from_bits(…)`, `Float4::load(…)`,
//! `Particle::new(…)`.

use crate::body::{Body, Expect, broken, expr};
use crate::expressions::generic_call::Arg;
use crate::expressions::number_methods;
use crate::syntax::spans;
use crate::typing::selection;
use naga::Span;
use syn::Expr;
use warpbench_codes::{E0061, E0277};
use warpbench_hir::types::{FourTy, Mutability, Ty};
use warpbench_hir::{self as hir, Builtin, ExprKind, Math};
use warpbench_source::diagnostic::Diagnostic;

impl Body<'_> {
    /// `Type::member(…)`.
    pub(crate) fn call_member(
        &mut self,
        owner: &Ty,
        name: &str,
        last: &syn::PathSegment,
        arguments: &[&Expr],
        expect: &Expect,
        span: Span,
    ) -> hir::Expr {
        let place = spans::bytes(last.ident.span());
        let owner = &self.head(owner);
        if let Some(variants) = self.variants(owner)
            && let Some(at) = variants.iter().position(|variant| variant.name == name)
        {
            // The arguments stand behind the enum or behind its variant.
            let owner = match owner {
                Ty::Struct(id, _) if !last.arguments.is_none() => self.enum_of_variant(*id, last),
                _ => owner.clone(),
            };
            return self.variant_call(&owner, at as u32, arguments, expect, span);
        }
        match owner {
            Ty::Error => {
                self.check_all(arguments);
                broken(span)
            }
            Ty::Int(_) | Ty::Float(_)
                if let ("from" | "try_from", [argument]) = (name, arguments) =>
            {
                let value = self.expr(argument, &Expect::None);
                self.number_from(owner, last, value, (place, span))
            }
            Ty::Int(_) | Ty::Float(_) if name == "from" => {
                self.check_all(arguments);
                let params = std::slice::from_ref(owner);
                self.report_count(E0061, "`from`", params, arguments.len(), place, None);
                expr(ExprKind::Error, owner.clone(), span)
            }
            Ty::Float(_) if name == "from_bits" => {
                let bits = number_methods::like(owner, number_methods::Like::Unsigned);
                let values = self.arguments("`from_bits`", &[bits], arguments, place, None);
                let builtin = ExprKind::Builtin(Builtin::Math(Math::FromBits), values);
                expr(builtin, owner.clone(), span)
            }
            Ty::Int(_) | Ty::Float(_) => match number_methods::method(owner, name) {
                Some(method) => {
                    self.number_at_run_time(owner, name, place);
                    let mut params = vec![owner.clone()];
                    params.extend(
                        method.params.iter().map(|like| number_methods::like(owner, *like)),
                    );
                    // What is asked of a byte as a character takes a reference to it.
                    let is_lent = matches!(method.math, Math::Ascii(_));
                    if is_lent {
                        params[0] = Ty::reference(Mutability::Const, params[0].clone());
                    }
                    let what = format!("`{name}`");
                    let mut values = self.arguments(&what, &params, arguments, place, None);
                    if is_lent && let Some(first) = values.first_mut() {
                        *first = self.through_references(first.clone());
                    }
                    let result = number_methods::like(owner, method.result);
                    if values.len() != params.len() {
                        return expr(ExprKind::Error, result, span);
                    }
                    expr(ExprKind::Builtin(Builtin::Math(method.math), values), result, span)
                }
                None => self.call_of_type(owner, name, last, arguments, expect, span),
            },
            Ty::Four(four) => self.call_four(*four, name, arguments, place, span),
            Ty::Atomic(atomic) => self.call_atomic(*atomic, name, last, arguments, (place, span)),
            _ => self.call_of_type(owner, name, last, arguments, expect, span),
        }
    }

    /// `u32::from(x)` and `u8::try_from(x)`: of another number as the language has it, of
    /// other types by an `impl`.
    fn number_from(
        &mut self,
        owner: &Ty,
        last: &syn::PathSegment,
        value: hir::Expr,
        (place, span): (Span, Span),
    ) -> hir::Expr {
        let name = last.ident.to_string();
        let is_number = self.infer.kind(&value.ty).is_some()
            || !matches!(
                self.head(&value.ty),
                Ty::Struct(..) | Ty::Tuple(_) | Ty::Array(..) | Ty::Reference(..)
            );
        let members = self.checker.members_named(&self.infer, owner, &name);
        if is_number || members.is_empty() {
            self.at_run_time(&format!("`{name}`"), place);
            return match name.as_str() {
                "from" => self.lossless(owner, value, span),
                _ => self.integer_try_from(value, owner, (place, span)),
            };
        }
        let (chosen, given) = self.choose(members, vec![Arg::Checked(value)], 0);
        match chosen {
            Some(member) => self.call_member_of(member, owner, last, None, given, span),
            None => broken(span),
        }
    }

    /// `Type::function(…)` by an `impl`.
    fn call_of_type(
        &mut self,
        owner: &Ty,
        name: &str,
        last: &syn::PathSegment,
        arguments: &[&Expr],
        expect: &Expect,
        span: Span,
    ) -> hir::Expr {
        let place = spans::bytes(last.ident.span());
        let members = self.checker.members_named(&self.infer, owner, name);
        let given = arguments.iter().map(|argument| Arg::Syntax(argument)).collect();
        let (chosen, given) = self.choose(members, given, 0);
        if let Some(member) = chosen {
            self.check_use(member, owner, place);
        }
        match chosen {
            Some(member) => self.call_member_of(member, owner, last, None, given, span),
            None if name == "default" && arguments.is_empty() => self.default_value(owner, span),
            None if let ("try_from", Some((element, made_by)), [argument]) =
                (name, made_of_slice(owner), arguments) =>
            {
                let value = self.expr(argument, &Expect::None);
                let slice = Ty::reference(Mutability::Const, Ty::Slice(Box::new(element.clone())));
                let value = self.coerce(value, &slice, None);
                let given = vec![Arg::Checked(value)];
                let places = (place, span);
                let made = self.call_library_item("array", made_by, given, places);
                let Some(made) = made else { return broken(span) };
                if let Ty::Struct(_, parts) = self.head(&made.ty) {
                    self.infer.unify(&parts[0], owner);
                }
                made
            }
            None if name == "from" && arguments.len() == 1 => {
                self.expr_of_type(arguments[0], owner, None)
            }
            // A method called as a function: `Type::method(x, …)`.
            None => match arguments.split_first() {
                Some((first, rest)) if is_method_of(owner, name) => {
                    let mut receiver = self.expr(first, &Expect::None);
                    if let Ty::Int(_) | Ty::Float(_) = owner {
                        // A literal is of the type that is named.
                        receiver = self.through_references(receiver);
                        self.infer.unify(&receiver.ty, owner);
                    }
                    self.method_of(receiver, name, None, rest, expect, (place, span))
                }
                _ => {
                    self.check_all(arguments);
                    self.unknown_member(owner, name, place)
                }
            },
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
    fn lossless(&mut self, to: &Ty, value: hir::Expr, span: Span) -> hir::Expr {
        let value = if self.infer.kind(&value.ty).is_some() {
            // A literal takes the type itself.
            self.coerce(value, to, None)
        } else {
            value
        };
        let from = self.head(&value.ty);
        let is_lossless = selection::is_lossless(&from, to);
        if !is_lossless {
            let (shown, found) = (self.show(to), self.show(&from));
            let diagnostic = Diagnostic::new(
                E0277,
                format!("`{shown}` does not implement `From<{found}>`"),
                span,
            )
            .label("`from` is for what `core` converts without loss");
            let diagnostic = match self.conversion(&value, to) {
                Some(help) => diagnostic.help(help),
                None => diagnostic,
            };
            return self.error(diagnostic);
        }
        expr(ExprKind::Cast(Box::new(value)), to.clone(), span)
    }
}

/// Whether a type has a method without an `impl`.
fn is_method_of(owner: &Ty, name: &str) -> bool {
    match owner {
        Ty::Int(_) | Ty::Float(_) | Ty::Bool => matches!(
            name,
            "clone"
                | "partial_cmp"
                | "cmp"
                | "total_cmp"
                | "eq"
                | "ne"
                | "lt"
                | "le"
                | "gt"
                | "ge"
                | "add"
                | "sub"
                | "mul"
                | "div"
                | "rem"
                | "neg"
                | "into"
        ),
        Ty::Slice(_) | Ty::Array(..) | Ty::Iter(_) | Ty::Pointer(..) => true,
        _ => name == "clone",
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

/// The elements of an array that is made of a slice, or of a reference to one, and the
/// function of the library that makes it.
fn made_of_slice(ty: &Ty) -> Option<(&Ty, &'static str)> {
    match ty {
        Ty::Array(element, _) => Some((element, "from_slice")),
        Ty::Reference(Mutability::Const, to) => match &**to {
            Ty::Array(element, _) => Some((element, "reference_from_slice")),
            _ => None,
        },
        _ => None,
    }
}
