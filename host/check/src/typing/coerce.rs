//! Coercions: what Rust does by itself where a type is expected.

use crate::body::{Body, expr};
use naga::Span;
use warpbench_codes::E0308;
use warpbench_hir::types::{Len, Mutability, Ty};
use warpbench_hir::{self as hir, ExprKind};
use warpbench_source::diagnostic::{Diagnostic, Subject};

/// Why a type is expected, with the place that says so.
#[derive(Clone, Debug)]
pub(crate) enum Because {
    /// The type of a function's result.
    Result(Span),
    /// A function, here by its name, that says no type of result.
    NoResult(Span),
    /// Something else, in words.
    Other(Span, String),
}

impl Because {
    fn said(self) -> (Span, String) {
        match self {
            Because::Result(span) => (span, "expected because of this result type".to_owned()),
            Because::NoResult(span) => (span, "this function has no result type".to_owned()),
            Because::Other(span, words) => (span, words),
        }
    }
}

impl Body<'_> {
    /// Makes a value one of a type; what cannot be made so is reported.
    pub(crate) fn coerce(
        &mut self,
        value: hir::Expr,
        to: &Ty,
        because: Option<Because>,
    ) -> hir::Expr {
        match self.try_coerce(value, to) {
            Ok(value) => value,
            Err(value) => {
                self.report_mismatch(&value, to, because);
                expr(ExprKind::Error, to.clone(), value.span)
            }
        }
    }

    /// Makes a value one of a type, or hands it back.
    pub(crate) fn try_coerce(&mut self, value: hir::Expr, to: &Ty) -> Result<hir::Expr, hir::Expr> {
        self.copied(&value);
        let (from, target) = (self.head(&value.ty), self.head(to));
        let value = match (&from, &target) {
            (Ty::Never, _) => return Ok(value),
            (Ty::Error, _) | (_, Ty::Error) => {
                self.infer.unify(&from, &target);
                return Ok(value);
            }
            (Ty::Reference(have, inner), Ty::Reference(want, wanted)) => {
                if *want == Mutability::Mut && *have == Mutability::Const {
                    return Err(value);
                }
                return self.coerce_reference(value, *want, inner, wanted);
            }
            (Ty::Reference(have, inner), Ty::Pointer(want, wanted)) => {
                let allowed = *want == Mutability::Const || *have == Mutability::Mut;
                if !allowed || !self.infer.unify(inner, wanted) {
                    return Err(value);
                }
                return Ok(cast(value, target.clone()));
            }
            (Ty::Pointer(Mutability::Mut, inner), Ty::Pointer(Mutability::Const, wanted)) => {
                if !self.infer.unify(inner, wanted) {
                    return Err(value);
                }
                return Ok(cast(value, target.clone()));
            }
            (Ty::Closure(id), Ty::Struct(..)) => {
                return self.pointer_to(*id, &target, value.span).ok_or(value);
            }
            _ => value,
        };
        if self.infer.unify(&from, &target) { Ok(value) } else { Err(value) }
    }

    fn coerce_reference(
        &mut self,
        value: hir::Expr,
        want: Mutability,
        inner: &Ty,
        wanted: &Ty,
    ) -> Result<hir::Expr, hir::Expr> {
        let (inner_head, wanted_head) = (self.head(inner), self.head(wanted));
        if let (Ty::Array(element, _), Ty::Slice(slice)) = (&inner_head, &wanted_head) {
            if !self.infer.unify(element, slice) {
                return Err(value);
            }
            let value = self.weaken(value, want);
            let (ty, span) = (Ty::reference(want, wanted_head), value.span);
            return Ok(expr(ExprKind::Unsize(Box::new(value)), ty, span));
        }
        if self.infer.unify(&inner_head, &wanted_head) {
            return Ok(self.weaken(value, want));
        }
        // A reference to a reference leads to the same in two steps.
        if let Ty::Reference(..) = inner_head {
            let span = value.span;
            let inner = expr(ExprKind::Deref(Box::new(value.clone())), inner_head, span);
            return self.try_coerce(inner, &Ty::reference(want, wanted_head)).map_err(|_| value);
        }
        // One to a type that leads to what is wanted.
        if let Ty::Struct(..) = inner_head {
            let span = value.span;
            let held = expr(ExprKind::Deref(Box::new(value.clone())), inner_head, span);
            let Some(behind) = self.overloaded_deref(&held, span) else { return Err(value) };
            let behind = self.borrow(behind, want, span);
            return self.try_coerce(behind, &Ty::reference(want, wanted_head)).map_err(|_| value);
        }
        Err(value)
    }

    /// `&mut T` where `&T` is wanted.
    pub(crate) fn weaken(&mut self, value: hir::Expr, want: Mutability) -> hir::Expr {
        match self.head(&value.ty) {
            Ty::Reference(Mutability::Mut, to) if want == Mutability::Const => {
                let span = value.span;
                let place = expr(ExprKind::Deref(Box::new(value)), (*to).clone(), span);
                let ty = Ty::reference(Mutability::Const, *to);
                expr(ExprKind::AddressOf(Box::new(place)), ty, span)
            }
            _ => value,
        }
    }

    /// Says that a value has the wrong type.
    pub(crate) fn report_mismatch(&mut self, value: &hir::Expr, to: &Ty, because: Option<Because>) {
        let is_unsaid = matches!(because, Some(Because::NoResult(_)));
        let better = if is_unsaid { self.result_to_write(value) } else { None };
        self.report_mismatch_with(value, to, because, better);
    }

    /// The result type that a function without any would need for a value.
    fn result_to_write(&self, value: &hir::Expr) -> Option<String> {
        let function = &self.checker.functions[self.item()?];
        if function.is_kernel {
            return Some("a kernel returns nothing; write the result through a pointer".to_owned());
        }
        let name = &function.name;
        let shown = self.show(&value.ty).replace("{float}", "f32").replace("{integer}", "i32");
        Some(format!("say what it returns: `fn {name}(…) -> {shown}`, or end it with `;`"))
    }

    /// The same, with words that help if there are better ones.
    fn report_mismatch_with(
        &mut self,
        value: &hir::Expr,
        to: &Ty,
        because: Option<Because>,
        better: Option<String>,
    ) {
        let (expected, found) = (self.show(to), self.name_of(&value.ty));
        let mut diagnostic = Diagnostic::new(E0308, "mismatched types", tail(value).span)
            .label(format!("expected `{expected}`, found {found}"));
        match because {
            Some(Because::NoResult(_)) => diagnostic = diagnostic.about(Subject::NoResult),
            _ if self.head(&value.ty).is_unit() => diagnostic = diagnostic.about(Subject::Unit),
            _ => {}
        }
        if let Some((span, words)) = because.map(Because::said) {
            diagnostic = diagnostic.other(span, words);
        }
        let array = match (self.head(&value.ty), self.head(to)) {
            (Ty::Array(_, Len::Known(found)), Ty::Array(_, Len::Known(wanted)))
                if found != wanted =>
            {
                Some(format!("write {wanted} values, or the length {found} in the type"))
            }
            (Ty::Closure(_), wanted) if self.checker.pointer_parts(&wanted).is_some() => Some(
                "a pointer leads to a function of the same type, or to a closure that uses \
                     nothing around it; what uses something is passed as `f: impl Fn(…) -> …`"
                    .to_owned(),
            ),
            _ => None,
        };
        if let Some(help) = better.or(array).or_else(|| self.conversion(tail(value), to)) {
            diagnostic = diagnostic.help(help);
        }
        self.report(diagnostic);
    }

    /// A type in words, for a sentence.
    pub(crate) fn name_of(&self, ty: &Ty) -> String {
        match self.show(ty).as_str() {
            "{integer}" => "integer".to_owned(),
            "{float}" => "floating-point number".to_owned(),
            other => format!("`{other}`"),
        }
    }
}

/// The expression that gives a block or branch its value.
pub(crate) fn tail(value: &hir::Expr) -> &hir::Expr {
    match &value.kind {
        ExprKind::Block(_, hir::Block { value: Some(inner), .. }) => tail(inner),
        _ => value,
    }
}

/// A conversion among pointers, or from a reference to a pointer.
pub(crate) fn cast(value: hir::Expr, to: Ty) -> hir::Expr {
    let span = value.span;
    expr(ExprKind::Cast(Box::new(value)), to, span)
}

/// Whether a type depends on a const parameter that has no value yet.
pub(crate) fn has_open_len(ty: &Ty) -> bool {
    ty.lens().is_some_and(|len| matches!(len, Len::Param(..)))
        || ty.parts().into_iter().any(has_open_len)
}
