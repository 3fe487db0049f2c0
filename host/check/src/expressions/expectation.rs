//! Expectations: what the type that is expected of a call says of its arguments.
//!
//! In `let s: f32 = x.iter().fold(0.0, |s, v| …)` the result is an `f32`, so the first
//! argument is expected to be one before the closure is looked at. As in rustc, that is
//! no more than a hint: an argument of another type is an error where the result is
//! compared, not here.

use crate::body::{Body, Expect};
use crate::checker::{Arguments, Signature};
use naga::Span;
use warpbench_hir as hir;
use warpbench_hir::types::Ty;

impl Body<'_> {
    /// Checks a call of which a type is expected.
    pub(crate) fn expecting(
        &mut self,
        expect: &Expect,
        span: Span,
        call: impl FnOnce(&mut Self) -> hir::Expr,
    ) -> hir::Expr {
        let wanted = match expect {
            Expect::Has(ty) => ty.clone(),
            _ => Ty::Error,
        };
        self.expected_results.push((span, wanted));
        let value = call(self);
        self.expected_results.pop();
        value
    }

    /// The types that the arguments of a function have if its result is what is
    /// expected; nothing where that says no more than its parameters do.
    pub(crate) fn expected_arguments(
        &mut self,
        signature: &Signature,
        known: &Arguments,
        span: Span,
    ) -> Vec<Option<Ty>> {
        let wanted = match self.expected_results.last() {
            Some((place, wanted)) if *place == span => wanted.clone(),
            _ => return Vec::new(),
        };
        let is_open = |at: &u32| {
            let own = known.types.get(*at as usize);
            own.is_some_and(|ty| matches!(self.head(ty), Ty::Var(_)))
        };
        // Only a parameter by itself is looked for: it is what the caller leaves open.
        let Ty::Param(at) = &signature.result else { return Vec::new() };
        if !is_open(at) || matches!(self.head(&wanted), Ty::Var(_) | Ty::Error | Ty::Never) {
            return Vec::new();
        }
        let hints = signature.params.iter().map(|param| match &param.ty {
            Ty::Param(other) if other == at => Some(wanted.clone()),
            _ => None,
        });
        hints.collect()
    }
}
