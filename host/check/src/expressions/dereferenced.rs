//! Types of the program that lead to another by `Deref`: `*w`, and the fields, methods
//! and elements that are looked for behind them. Where something is changed, `DerefMut`
//! takes the place of `Deref`, as `IndexMut` does of `Index`.

use crate::body::{Body, broken, expr};
use crate::expressions::overloaded::segment;
use naga::Span;
use warpbench_hir::types::{Mutability, Ty};
use warpbench_hir::{self as hir, ExprKind};

/// How many types may lead to each other; one that leads to itself has no end.
const MOST_STEPS: usize = 8;

impl Body<'_> {
    /// What a value leads to by `Deref`; nothing where its type does not have it.
    pub(crate) fn overloaded_deref(&mut self, base: &hir::Expr, span: Span) -> Option<hir::Expr> {
        let id = self.checker.library.traits.get("Deref").copied()?;
        let Ty::Struct(..) = self.head(&base.ty) else { return None };
        if steps_to(base) > MOST_STEPS {
            return None;
        }
        let own = self.resolved(&base.ty);
        let members = self.checker.trait_function(&self.infer, &own, id, None, "deref");
        let member = members.first().copied()?;
        let receiver = self.autoref(base.clone(), Mutability::Const);
        let name = segment("deref");
        let mut call = self.call_member_of(member, &own, &name, Some(receiver), Vec::new(), span);
        self.place_call(&mut call, span);
        match self.head(&call.ty) {
            Ty::Reference(_, to) => Some(expr(ExprKind::Deref(Box::new(call)), *to, span)),
            _ => Some(broken(span)),
        }
    }

    /// What a value leads to, past references and by `Deref`, until something is found
    /// there that is looked for.
    pub(crate) fn dereferenced_until(
        &mut self,
        base: hir::Expr,
        is_there: impl Fn(&mut Self, &hir::Expr) -> bool,
    ) -> hir::Expr {
        let mut inner = base.clone();
        while !is_there(self, &inner) {
            match self.overloaded_deref(&inner, base.span) {
                Some(behind) => inner = self.through_references(behind),
                None => return base,
            }
        }
        inner
    }

    /// Whether a type has no order of its own, but leads to one that may.
    pub(crate) fn lacks_order(&self, value: &hir::Expr) -> bool {
        let own = self.resolved(&value.ty);
        let has = |name: &str| {
            let id = self.checker.library.traits.get(name).copied();
            id.is_some_and(|id| self.checker.implements(&self.infer, &own, id, &[], 0))
        };
        matches!(own, Ty::Struct(..)) && has("Deref") && !has("PartialOrd")
    }

    /// Whether `x[i]` is known of a type.
    pub(crate) fn is_indexed(&mut self, base: &hir::Expr) -> bool {
        let Ty::Struct(..) = self.head(&base.ty) else { return true };
        let Some(id) = self.checker.library.traits.get("Index").copied() else { return true };
        let own = self.resolved(&base.ty);
        !self.checker.trait_function(&self.infer, &own, id, None, "index").is_empty()
    }
}

/// How many calls a place is behind, one after the other.
fn steps_to(place: &hir::Expr) -> usize {
    match &place.kind {
        ExprKind::Deref(inner) | ExprKind::AddressOf(inner) => steps_to(inner),
        ExprKind::Call(_, _, parts) => match parts.as_slice() {
            [only] => 1 + steps_to(only),
            _ => 0,
        },
        _ => 0,
    }
}
