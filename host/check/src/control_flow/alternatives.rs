//! `let (Ok(at) | Err(at)) = …;`: a pattern with alternatives, which take every value
//! together.

use crate::body::{Body, expr};
use crate::patterns::exhaustive;
use naga::Span;
use syn::Pat;
use warpbench_hir::types::Ty;
use warpbench_hir::visit::bound_by;
use warpbench_hir::{self as hir, Arm, ExprKind, LocalId, Pattern, PatternKind, Statement};

impl Body<'_> {
    /// Reads it as `let (at,) = match … { Ok(at) | Err(at) => (at,) };`, of which is known
    /// whether the alternatives leave something out.
    pub(super) fn let_alternatives(
        &mut self,
        syntax: &Pat,
        value: hir::Expr,
        span: Span,
    ) -> Statement {
        let matched = self.matched(value);
        let (pattern, bound) = self.with_rib(|body| {
            let pattern = body.pattern_of(syntax, &matched);
            body.taken_apart(&pattern, &matched.value);
            let mut bound = Vec::new();
            bound_by(&pattern, &mut bound);
            (pattern, bound)
        });
        self.waiting.matches.push(exhaustive::Unfinished {
            ty: matched.value.ty.clone(),
            arms: vec![(pattern.clone(), false)],
            span: pattern.span,
            is_let: true,
        });
        let values: Vec<hir::Expr> = bound.iter().map(|id| self.read_of(*id)).collect();
        let ty = Ty::Tuple(values.iter().map(|value| value.ty.clone()).collect());
        let body = expr(ExprKind::Tuple(values), ty.clone(), span);
        let arm = Arm { pattern, guard: None, body };
        let found = expr(ExprKind::Match(Box::new(matched.value), vec![arm]), ty.clone(), span);
        let parts = (0..).zip(bound).map(|(at, id)| (at, self.declared_again(id))).collect();
        Statement::Let(Pattern { kind: PatternKind::Parts(parts), ty, span }, Some(found), span)
    }

    fn read_of(&mut self, id: LocalId) -> hir::Expr {
        let local = &self.locals[id];
        let value = expr(ExprKind::Local(id), local.ty.clone(), local.span);
        self.copied(&value);
        value
    }

    /// A variable of the same name and type, where the `let` stands.
    fn declared_again(&mut self, id: LocalId) -> Pattern {
        let local = self.locals[id].clone();
        let (ty, span) = (local.ty, local.span);
        // One of the two is enough for whoever looks at variables.
        self.locals[id].name.clear();
        let id = self.declare(&local.name, ty.clone(), local.is_mutable, span);
        Pattern { kind: PatternKind::Bind(id), ty, span }
    }
}

/// Whether a pattern has alternatives anywhere.
pub(super) fn has_alternatives(syntax: &Pat) -> bool {
    match syntax {
        Pat::Or(_) => true,
        Pat::Paren(pat) => has_alternatives(&pat.pat),
        Pat::Reference(pat) => has_alternatives(&pat.pat),
        Pat::Type(pat) => has_alternatives(&pat.pat),
        Pat::Ident(pat) => pat.subpat.as_ref().is_some_and(|(_, pat)| has_alternatives(pat)),
        Pat::Tuple(pat) => pat.elems.iter().any(has_alternatives),
        Pat::TupleStruct(pat) => pat.elems.iter().any(has_alternatives),
        Pat::Slice(pat) => pat.elems.iter().any(has_alternatives),
        Pat::Struct(pat) => pat.fields.iter().any(|field| has_alternatives(&field.pat)),
        _ => false,
    }
}
