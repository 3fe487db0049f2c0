//! `x.into()` and `x.try_into()`.

use crate::body::{Body, Expect, broken, expr};
use crate::expressions::generic_call::Arg;
use crate::typing::infer::TyVarKind;
use crate::typing::selection::{self, MemberOf};
use naga::Span;
use syn::Expr;
use warpbench_codes::{E0277, E0282};
use warpbench_hir::types::{Mutability, Ty};
use warpbench_hir::{self as hir, Builtin, ExprKind};
use warpbench_source::diagnostic::Diagnostic;

impl Body<'_> {
    /// `x.try_into()`: of integers into integers, of slices into arrays, and by an `impl`.
    pub(crate) fn converted_if_it_fits(
        &mut self,
        value: hir::Expr,
        ty: &Ty,
        expect: &Expect,
        (place, span): (Span, Span),
    ) -> Option<hir::Expr> {
        let wanted = match expect.ty().map(|ty| self.head(ty)) {
            Some(Ty::Struct(_, arguments)) if !arguments.is_empty() => self.head(&arguments[0]),
            _ => self.fresh(TyVarKind::Any, span),
        };
        if let Some(called) = self.tried_by_impl(&value, ty, &wanted, span) {
            return Some(called);
        }
        match (ty, &wanted) {
            // A slice becomes the array that is wanted, if it is as long.
            (Ty::Slice(element), _) => {
                let to = Ty::reference(Mutability::Const, Ty::Slice(element.clone()));
                let slice = self.autoref(value, Mutability::Const);
                let slice = self.coerce(slice, &to, None);
                let given = vec![Arg::Checked(slice)];
                let name = match &wanted {
                    Ty::Reference(Mutability::Const, _) => "reference_from_slice",
                    _ => "from_slice",
                };
                let called = self.call_library_item("array", name, given, (place, span))?;
                if let (Ty::Struct(_, made), Ty::Array(..) | Ty::Reference(..)) =
                    (self.head(&called.ty), &wanted)
                {
                    self.infer.unify(&made[0], &wanted);
                }
                Some(called)
            }
            (Ty::Int(_), Ty::Int(_)) => Some(self.integer_try_from(value, &wanted, (place, span))),
            _ => Some(
                self.error(
                    Diagnostic::new(E0282, "type annotations needed", place)
                        .label("nothing says into what this is converted")
                        .help("name the type: `u8::try_from(x)`"),
                ),
            ),
        }
    }

    /// `x.try_into()` by an `impl TryFrom`. Where nothing says into what, the only one that
    /// the text has does.
    fn tried_by_impl(
        &mut self,
        value: &hir::Expr,
        from: &Ty,
        to: &Ty,
        span: Span,
    ) -> Option<hir::Expr> {
        let id = self.checker.library.traits.get("TryFrom").copied()?;
        let arguments = [self.resolved(from)];
        let mut members =
            self.checker.trait_function(&self.infer, to, id, Some(&arguments), "try_from");
        if let Ty::Var(_) = to {
            members.retain(|member| match member.by {
                MemberOf::Impl(of) => !self.checker.impls[of].is_library,
                MemberOf::Trait(..) => false,
            });
        }
        let [member] = members[..] else { return None };
        self.outer_arguments(member, to, span);
        let to = self.resolved(to);
        let ident = syn::Ident::new("try_from", proc_macro2::Span::call_site());
        let segment = syn::PathSegment::from(ident);
        let arguments = vec![Arg::Checked(value.clone())];
        let mut called = self.call_member_of(member, &to, &segment, None, arguments, span);
        called.span = span;
        Some(called)
    }

    /// What is expected of a conversion whose failure is dealt with at once:
    /// `let byte: u8 = x.try_into().unwrap_or(0);`.
    pub(crate) fn hint_for_receiver(
        &mut self,
        receiver: &Expr,
        name: &str,
        expect: &Expect,
        span: Span,
    ) -> Expect {
        if !is_conversion(receiver) {
            return Expect::None;
        }
        let Some(wanted) = expect.ty().map(|ty| self.resolved(ty)) else { return Expect::None };
        let value = match (name, &wanted) {
            ("expect", _) => wanted,
            (name, _) if name.starts_with("unwrap") => wanted,
            ("ok" | "map_err" | "or" | "or_else", Ty::Struct(_, parts)) if !parts.is_empty() => {
                parts[0].clone()
            }
            _ => return Expect::None,
        };
        self.hint_of_result("Result", &value, span)
    }

    /// The same of `x.try_into()?` and `x.try_into().ok()?`.
    pub(crate) fn hint_for_question(
        &mut self,
        tried: &Expr,
        expect: &Expect,
        span: Span,
    ) -> Expect {
        let Expr::MethodCall(call) = tried else { return Expect::None };
        let Some(wanted) = expect.ty().map(|ty| self.resolved(ty)) else { return Expect::None };
        match call.method == "ok" {
            _ if !is_conversion(tried) => Expect::None,
            true => self.hint_of_result("Option", &wanted, span),
            false => self.hint_of_result("Result", &wanted, span),
        }
    }

    fn hint_of_result(&mut self, name: &str, value: &Ty, span: Span) -> Expect {
        self.result_of(name, value, span).map_or(Expect::None, Expect::Hint)
    }

    /// `Result<T, _>` or `Option<T>`.
    fn result_of(&mut self, name: &str, value: &Ty, span: Span) -> Option<Ty> {
        let scope = self.checker.source_module(&format!("core::{}", name.to_lowercase()))?;
        let id = match self.checker.scopes[scope].types.get(name)? {
            crate::checker::Def::Struct(id) => *id,
            _ => return None,
        };
        let result = self.open_struct(id, span);
        if let Ty::Struct(_, arguments) = &result {
            self.infer.unify(&arguments[0], value);
        }
        Some(result)
    }

    /// `u8::try_from(x)`.
    pub(crate) fn integer_try_from(
        &mut self,
        value: hir::Expr,
        to: &Ty,
        (place, span): (Span, Span),
    ) -> hir::Expr {
        let given = vec![Arg::Checked(value)];
        let called = self.call_library_item("convert", "integer", given, (place, span));
        let Some(called) = called else { return broken(span) };
        if let Ty::Struct(_, arguments) = self.head(&called.ty) {
            self.infer.unify(&arguments[0], to);
        }
        called
    }

    /// Settles what values are converted into, where only one type is possible.
    pub(crate) fn retry_conversions(&mut self) {
        let Some(id) = self.checker.library.traits.get("From").copied() else { return };
        for (from, to, span) in std::mem::take(&mut self.waiting.conversions) {
            let (source, target) = (self.resolved(&from), self.resolved(&to));
            if self.infer.unsettled(&target).is_none() {
                continue;
            }
            let arguments = [source];
            let mut members =
                self.checker.trait_function(&self.infer, &target, id, Some(&arguments), "from");
            members.dedup_by_key(|member| member.function);
            if let ([member], false) = (members.as_slice(), matches!(target, Ty::Var(_))) {
                // The only conversion there is says what the target is.
                self.outer_arguments(*member, &target, span);
                continue;
            }
            self.waiting.conversions.push((from, to, span));
        }
    }

    /// `x.into()`: what is expected says into what.
    pub(crate) fn converted(&mut self, value: hir::Expr, expect: &Expect, span: Span) -> hir::Expr {
        let from = self.resolved(&value.ty);
        let to = match expect.ty().map(|ty| self.head(ty)) {
            Some(to) if !matches!(to, Ty::Var(_)) => to,
            // What becomes of it will say into what it is converted.
            other => {
                let to = match other {
                    Some(open) if self.infer.kind(&open) == Some(TyVarKind::Any) => open,
                    _ => self.fresh(TyVarKind::Any, span),
                };
                self.waiting.conversions.push((from, to.clone(), span));
                return expr(ExprKind::Builtin(Builtin::Into, vec![value]), to, span);
            }
        };
        if let Some(id) = self.checker.library.traits.get("From").copied() {
            let arguments = [from.clone()];
            let members =
                self.checker.trait_function(&self.infer, &to, id, Some(&arguments), "from");
            if let Some(member) = members.first().copied() {
                let ident = syn::Ident::new("from", proc_macro2::Span::call_site());
                let segment = syn::PathSegment::from(ident);
                let arguments = vec![Arg::Checked(value)];
                let mut value = self.call_member_of(member, &to, &segment, None, arguments, span);
                value.span = span;
                return value;
            }
        }
        if from == to {
            return value;
        }
        if selection::is_lossless(&from, &to) {
            return expr(ExprKind::Cast(Box::new(value)), to, span);
        }
        let (shown, found) = (self.show(&to), self.show(&from));
        let diagnostic =
            Diagnostic::new(E0277, format!("`{shown}` does not implement `From<{found}>`"), span)
                .label("`into` is for what `core` converts without loss");
        let diagnostic = match self.conversion(&value, &to) {
            Some(help) => diagnostic.help(help),
            None => diagnostic.help(format!("write `impl From<{found}> for {shown}`")),
        };
        self.error(diagnostic)
    }
}

/// Whether it is `x.try_into()`, or what its failure is turned into.
fn is_conversion(syntax: &Expr) -> bool {
    let Expr::MethodCall(call) = syntax else { return false };
    match call.method.to_string().as_str() {
        "try_into" => true,
        "ok" | "map_err" | "or" | "or_else" => is_conversion(&call.receiver),
        _ => false,
    }
}
