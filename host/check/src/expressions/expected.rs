//! `option.expect("why")` and its kin. The library has no texts to pass on, so the
//! value is taken apart where it stands, and a thread that fails tells the text.

use crate::body::{Body, Later, expr};
use naga::Span;
use syn::{Expr, Lit};
use warpbench_hir::types::Ty;
use warpbench_hir::{self as hir, Arm, Assertion, ExprKind, Pattern, PatternKind};
use warpbench_semantics::{Notation, Piece, PrintText, ValueFormat};

impl Body<'_> {
    /// A method that takes what is there out of an `Option` or a `Result`, or fails with
    /// a text; nothing for other methods and other types.
    pub(crate) fn expected(
        &mut self,
        receiver: &hir::Expr,
        name: &str,
        arguments: &[&Expr],
        span: Span,
    ) -> Option<hir::Expr> {
        let [Expr::Lit(syn::ExprLit { lit: Lit::Str(why), .. })] = arguments else { return None };
        let ty = self.resolved(&receiver.ty);
        let Ty::Struct(id, given) = &ty else { return None };
        let item = &self.checker.structs[*id];
        if !item.is_library {
            return None;
        }
        let wanted = match (item.hir.name.as_str(), name) {
            ("Option", "expect") => "Some",
            ("Result", "expect") => "Ok",
            ("Result", "expect_err") => "Err",
            _ => return None,
        };
        let variants = item.hir.variants.clone()?;
        self.copied(receiver);
        let mut arms = Vec::new();
        let mut taken = Ty::Error;
        for (at, variant) in variants.iter().enumerate() {
            // `T` of an `Option`, `T` and `E` of a `Result`, in the order of the variants.
            let field = match (variant.count, given.len()) {
                (0, _) => None,
                (_, 1) => given.first(),
                _ => given.get(at),
            };
            let bound = field.map(|ty| (self.declare("", ty.clone(), false, span), ty.clone()));
            let parts = bound.iter().map(|(id, ty)| {
                let kind = PatternKind::Bind(*id);
                (variant.first, Pattern { kind, ty: ty.clone(), span })
            });
            let kind = PatternKind::Variant(at as u32, parts.collect());
            let pattern = Pattern { kind, ty: ty.clone(), span };
            let held = bound.map(|(id, ty)| expr(ExprKind::Local(id), ty, span));
            let body = match held {
                Some(value) if variant.name == wanted => {
                    taken = value.ty.clone();
                    value
                }
                other => self.failing_with(&why.value(), other, span),
            };
            arms.push(Arm { pattern, guard: None, body });
        }
        Some(expr(ExprKind::Match(Box::new(receiver.clone()), arms), taken, span))
    }

    /// A panic with a text, and with the value that was not wanted behind it.
    fn failing_with(&mut self, why: &str, value: Option<hir::Expr>, span: Span) -> hir::Expr {
        let value = value.filter(|value| self.can_be_told(&value.ty));
        let mut pieces = vec![Piece::Words(why.to_owned())];
        if let Some(value) = &value {
            let format = ValueFormat { notation: Notation::Debug, ..ValueFormat::default() };
            pieces.push(Piece::Words(": ".to_owned()));
            pieces.push(Piece::Value(0, format));
            let notation = (Notation::Debug, false);
            self.waiting.checks.push(Later::Printed { ty: value.ty.clone(), span, notation });
        }
        let message =
            hir::Print { text: PrintText { pieces }, arguments: value.into_iter().collect() };
        let assertion = Assertion {
            name: "panic".to_owned(),
            condition: None,
            text: None,
            sides: Vec::new(),
            message,
        };
        expr(ExprKind::Assert(Box::new(assertion)), Ty::Never, span)
    }

    /// Whether a value can be told: errors of `core` hold nothing that is known here.
    fn can_be_told(&self, ty: &Ty) -> bool {
        match self.head(ty) {
            Ty::Struct(id, _) => {
                let item = &self.checker.structs[id];
                !item.is_library || item.derives.iter().any(|derived| derived == "Debug")
            }
            Ty::Int(_) | Ty::Float(_) | Ty::Bool => true,
            Ty::Tuple(members) => members.iter().all(|member| self.can_be_told(member)),
            _ => false,
        }
    }
}
