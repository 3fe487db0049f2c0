//! Methods that take a reference by value: `impl Trait for &S { fn f(self) … }`. They
//! come before those of what the reference leads to, as they take it as it is.

use crate::rust::check::body::{Body, expr};
use crate::rust::check::expressions::generic_call::Arg;
use crate::rust::check::typing::selection::{Member, MemberOf};
use crate::rust::hir::{self, ExprKind};
use crate::rust::types::Ty;
use naga::Span;
use syn::Expr;

impl Body<'_> {
    /// A method of a reference itself; nothing where there is none.
    pub(crate) fn method_of_reference(
        &mut self,
        receiver: &hir::Expr,
        name: &str,
        turbofish: Option<&syn::AngleBracketedGenericArguments>,
        arguments: &[&Expr],
        (place, span): (Span, Span),
    ) -> Option<hir::Expr> {
        let mut receiver = receiver.clone();
        loop {
            let own = self.resolved(&receiver.ty);
            let Ty::Reference(_, to) = &own else { return None };
            let mut members = self.checker.members_named(&self.infer, &own, name);
            members.retain(|member| self.takes_reference(*member));
            if !members.is_empty() && !self.has_own_method(to, name) {
                let given = arguments.iter().map(|argument| Arg::Syntax(argument)).collect();
                let (chosen, given) = self.choose(members, given, 1);
                self.copied(&receiver);
                let ident = syn::Ident::new("method", proc_macro2::Span::call_site());
                let mut segment = syn::PathSegment::from(ident);
                if let Some(turbofish) = turbofish {
                    segment.arguments = syn::PathArguments::AngleBracketed(turbofish.clone());
                }
                let mut value =
                    self.call_member_of(chosen?, &own, &segment, Some(receiver), given, span);
                if let ExprKind::Call(at, ..) = value.kind
                    && let Some(call) = self.calls.get_mut(at)
                {
                    call.span = place;
                }
                value.span = span;
                return Some(value);
            }
            let at = receiver.span;
            receiver = expr(ExprKind::Deref(Box::new(receiver)), (**to).clone(), at);
        }
    }

    /// Whether a member is written for references, and takes one by value.
    fn takes_reference(&mut self, member: Member) -> bool {
        let (MemberOf::Impl(id) | MemberOf::Trait(_, Some(id))) = member.by else { return false };
        if !matches!(self.checker.impls[id].ty, Ty::Reference(..)) {
            return false;
        }
        self.checker.resolve_signature(member.function);
        let Some(signature) = &self.checker.functions[member.function].signature else {
            return false;
        };
        let own = match member.by {
            MemberOf::Impl(_) => self.checker.impls[id].ty.clone(),
            MemberOf::Trait(..) => Ty::Param(0),
        };
        signature.has_self && signature.params.first().is_some_and(|first| first.ty == own)
    }

    /// Whether a type has a method without a trait: it comes first.
    fn has_own_method(&self, ty: &Ty, name: &str) -> bool {
        let members = self.checker.members_named(&self.infer, ty, name);
        members.iter().any(|member| match member.by {
            MemberOf::Impl(id) => self.checker.impls[id].of.is_none(),
            MemberOf::Trait(..) => false,
        })
    }
}
