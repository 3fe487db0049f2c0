//! Methods of references themselves: `impl Trait for &S { … }`.
//!
//! Rust goes from what the receiver is to what it leads to, and takes the first type
//! with such a method. Where generic text is used with references, it is another:
//! `x.f()` of a `T` is always the method that a bound of `T` promises, also where `T`
//! is a reference to something that has an `f` as well.

use crate::body::{Body, expr};
use crate::checker::Checker;
use crate::expressions::generic_call::Arg;
use crate::typing::selection::{Member, MemberOf};
use naga::Span;
use std::collections::HashMap;
use std::rc::Rc;
use syn::Expr;
use warpbench_hir::types::{Mutability, Ty};
use warpbench_hir::{self as hir, ExprKind};

/// Where a function as it is written calls methods of its parameters: how often the
/// receiver has to be followed to the parameter.
pub(crate) type BoundCalls = HashMap<(usize, usize), usize>;

/// The arguments of a method as they are written, and what stands in angle brackets.
type Written<'a> = (Option<&'a syn::AngleBracketedGenericArguments>, &'a [&'a Expr]);

impl Body<'_> {
    /// A method of a reference itself; nothing where there is none.
    pub(crate) fn method_of_reference(
        &mut self,
        receiver: &hir::Expr,
        name: &str,
        turbofish: Option<&syn::AngleBracketedGenericArguments>,
        arguments: &[&Expr],
        places: (Span, Span),
    ) -> Option<hir::Expr> {
        let written = (turbofish, arguments);
        if let Some(value) = self.method_by_bound(receiver, name, written, places) {
            return Some(value);
        }
        let mut receiver = receiver.clone();
        loop {
            let own = self.resolved(&receiver.ty);
            let Ty::Reference(_, to) = &own else { return None };
            if !self.has_own_method(to, name) {
                for (ty, is_taken) in [(&own, true), (&**to, false)] {
                    let members = self.members_of_reference(ty, name, is_taken);
                    if !members.is_empty() {
                        return self.call_of_reference(receiver, ty, members, written, places);
                    }
                }
            }
            receiver = followed(receiver, to);
        }
    }

    /// A method that the text calls by a bound of a parameter which is a reference
    /// here.
    fn method_by_bound(
        &mut self,
        receiver: &hir::Expr,
        name: &str,
        written: Written<'_>,
        places: (Span, Span),
    ) -> Option<hir::Expr> {
        let calls = self.checker.as_written.bound_calls.get(&self.item()?)?.clone();
        let place = places.0.to_range()?;
        let count = *calls.get(&(place.start, place.end))?;
        let mut receiver = receiver.clone();
        for _ in 0..count {
            let Ty::Reference(_, to) = self.resolved(&receiver.ty) else { return None };
            receiver = followed(receiver, &to);
        }
        let own = self.resolved(&receiver.ty);
        let Ty::Reference(mutability, _) = &own else { return None };
        if name == "clone" && written.1.is_empty() {
            return (*mutability == Mutability::Const).then_some(receiver);
        }
        let taken = self.members_of_reference(&own, name, true);
        if !taken.is_empty() {
            return self.call_of_reference(receiver, &own, taken, written, places);
        }
        let borrowed = self.members_of_reference(&own, name, false);
        let mutability = borrowed.iter().find_map(|member| self.borrows_self(*member))?;
        let receiver = self.autoref(receiver, mutability);
        self.call_of_reference(receiver, &own, borrowed, written, places)
    }

    /// Calls one of the methods of a reference.
    fn call_of_reference(
        &mut self,
        receiver: hir::Expr,
        own: &Ty,
        members: Vec<Member>,
        (turbofish, arguments): Written<'_>,
        (place, span): (Span, Span),
    ) -> Option<hir::Expr> {
        let given = arguments.iter().map(|argument| Arg::Syntax(argument)).collect();
        let (chosen, given) = self.choose(members, given, 1);
        self.copied(&receiver);
        let ident = syn::Ident::new("method", proc_macro2::Span::call_site());
        let mut segment = syn::PathSegment::from(ident);
        if let Some(turbofish) = turbofish {
            segment.arguments = syn::PathArguments::AngleBracketed(turbofish.clone());
        }
        let mut value = self.call_member_of(chosen?, own, &segment, Some(receiver), given, span);
        if let ExprKind::Call(at, ..) = value.kind
            && let Some(call) = self.calls.get_mut(at)
        {
            call.span = place;
        }
        value.span = span;
        Some(value)
    }

    /// The methods of this name that are written for references, and take one by
    /// value or borrow it.
    fn members_of_reference(&mut self, ty: &Ty, name: &str, is_taken: bool) -> Vec<Member> {
        if !matches!(ty, Ty::Reference(..)) {
            return Vec::new();
        }
        let mut members = self.checker.members_named(&self.infer, ty, name);
        members.retain(|member| {
            if is_taken { self.takes_self(*member) } else { self.borrows_self(*member).is_some() }
        });
        members
    }

    /// Whether a member is written for references, and takes one by value.
    fn takes_self(&mut self, member: Member) -> bool {
        self.self_of_reference(member).is_some_and(|(own, first)| own == first)
    }

    /// How a member that is written for references borrows one, if it does.
    fn borrows_self(&mut self, member: Member) -> Option<Mutability> {
        match self.self_of_reference(member)? {
            (own, Ty::Reference(mutability, to)) if *to == own => Some(mutability),
            _ => None,
        }
    }

    /// What `Self` is called in a member that is written for references, and what
    /// its first parameter is.
    fn self_of_reference(&mut self, member: Member) -> Option<(Ty, Ty)> {
        let (MemberOf::Impl(id) | MemberOf::Trait(_, Some(id))) = member.by else { return None };
        if !matches!(self.checker.impls[id].ty, Ty::Reference(..)) {
            return None;
        }
        self.checker.resolve_signature(member.function);
        let signature = self.checker.functions[member.function].signature.as_ref()?;
        let own = match member.by {
            MemberOf::Impl(_) => self.checker.impls[id].ty.clone(),
            MemberOf::Trait(..) => Ty::Param(0),
        };
        let first = signature.params.first().filter(|_| signature.has_self)?;
        Some((own, first.ty.clone()))
    }

    /// Whether a type has a method without a trait: it comes first.
    fn has_own_method(&self, ty: &Ty, name: &str) -> bool {
        let members = self.checker.members_named(&self.infer, ty, name);
        members.iter().any(|member| match member.by {
            MemberOf::Impl(id) => self.checker.impls[id].of.is_none(),
            MemberOf::Trait(..) => false,
        })
    }

    /// Notes, while a function is checked as it is written, that a method belongs to
    /// one of its parameters.
    pub(crate) fn note_bound_call(&mut self, receiver: &hir::Expr, place: Span) {
        if self.checker.as_written.assumed.is_empty() {
            return;
        }
        let mut ty = self.resolved(&receiver.ty);
        let mut count = 0;
        while let Ty::Reference(_, to) = ty {
            ty = *to;
            count += 1;
        }
        if self.checker.is_opaque(&ty)
            && let (Some(item), Some(place)) = (self.item(), place.to_range())
        {
            let calls = self.checker.as_written.bound_calls.entry(item).or_default();
            Rc::make_mut(calls).insert((place.start, place.end), count);
        }
    }
}

impl Checker {
    /// Learns which methods a function calls by its bounds, before an instance of it
    /// with references is checked.
    pub(crate) fn learn_bound_calls(&mut self, item: usize, arguments: &[Ty]) {
        let is_reference = |ty: &Ty| matches!(ty, Ty::Reference(..));
        if !arguments.iter().any(is_reference) || self.as_written.bound_calls.contains_key(&item) {
            return;
        }
        self.as_written.bound_calls.insert(item, Rc::default());
        let mut looker = self.clone();
        looker.look_as_written(item);
        if let Some(calls) = looker.as_written.bound_calls.remove(&item) {
            self.as_written.bound_calls.insert(item, calls);
        }
    }
}

/// What a reference leads to.
fn followed(reference: hir::Expr, to: &Ty) -> hir::Expr {
    let at = reference.span;
    expr(ExprKind::Deref(Box::new(reference)), to.clone(), at)
}
