//! Patterns of arrays and slices, and patterns with several cases.

use crate::body::Body;
use crate::patterns::pattern::{Mode, leaves_out, rename};
use crate::syntax::spans;
use naga::Span;
use syn::Pat;
use warpbench_codes::{E0408, E0527, E0528, E0529};
use warpbench_hir::types::{Len, Mutability, Ty};
use warpbench_hir::visit::bound_by;
use warpbench_hir::{LocalId, Pattern, PatternKind};
use warpbench_source::diagnostic::Diagnostic;

impl Body<'_> {
    /// `A(x) | B(x)`: the variables are the same in every case.
    pub(crate) fn or_pattern(&mut self, or: &syn::PatOr, ty: &Ty, mode: Mode) -> PatternKind {
        let mut cases: Vec<Pattern> = Vec::new();
        let mut known: Option<Vec<LocalId>> = None;
        for case in &or.cases {
            let mut pattern = self.pattern_in(case, ty, mode);
            let mut bound = Vec::new();
            bound_by(&pattern, &mut bound);
            match &known {
                None => known = Some(bound),
                Some(names) => {
                    // The variables of later cases stand for those of the first.
                    let mut same = Vec::new();
                    for id in &bound {
                        let name = self.locals[*id].name.clone();
                        let first = names.iter().find(|other| self.locals[**other].name == name);
                        match first.copied() {
                            Some(other) => {
                                let (left, right) =
                                    (self.locals[other].ty.clone(), self.locals[*id].ty.clone());
                                self.same_type(&right, &left, pattern.span);
                                same.push((*id, other));
                            }
                            None => self.report_unbound(&name, pattern.span),
                        }
                    }
                    if bound.len() < names.len() {
                        let missing = names.iter().find(|other| {
                            !bound
                                .iter()
                                .any(|id| self.locals[*id].name == self.locals[**other].name)
                        });
                        if let Some(missing) = missing {
                            let name = self.locals[*missing].name.clone();
                            self.report_unbound(&name, pattern.span);
                        }
                    }
                    for (id, other) in same {
                        rename(&mut pattern, id, other);
                        let name = self.locals[other].name.clone();
                        self.name_again(&name, other);
                    }
                }
            }
            cases.push(pattern);
        }
        PatternKind::Or(cases)
    }

    pub(crate) fn report_unbound(&mut self, name: &str, span: Span) {
        self.report(
            Diagnostic::new(E0408, format!("variable `{name}` is not bound in all patterns"), span)
                .help("every case of `|` declares the same variables"),
        );
    }

    /// `[first, .., last]`.
    pub(crate) fn slice_pattern(
        &mut self,
        patterns: &syn::punctuated::Punctuated<Pat, syn::Token![,]>,
        ty: &Ty,
        mode: Mode,
        span: Span,
    ) -> PatternKind {
        let rest = patterns.iter().position(|pattern| match pattern {
            Pat::Rest(_) => true,
            Pat::Ident(pat) => {
                pat.subpat.as_ref().is_some_and(|(_, inner)| matches!(**inner, Pat::Rest(_)))
            }
            _ => false,
        });
        let given = patterns.len() - usize::from(rest.is_some());
        let (element, len) = match self.head(ty) {
            Ty::Array(element, len) => (*element, Some(self.infer.head_len(&len))),
            Ty::Slice(element) => (*element, None),
            Ty::Error | Ty::Never => {
                patterns.iter().for_each(|pattern| self.bind_all(pattern));
                return PatternKind::Any;
            }
            _ => {
                let shown = self.show(ty);
                self.report(
                    Diagnostic::new(E0529, "mismatched types", span)
                        .label(format!("expected `{shown}`, found an array")),
                );
                patterns.iter().for_each(|pattern| self.bind_all(pattern));
                return PatternKind::Any;
            }
        };
        match &len {
            Some(Len::Known(len)) => {
                let fits = match rest {
                    Some(_) => given <= *len as usize,
                    None => given == *len as usize,
                };
                if !fits {
                    let code = if rest.is_some() { E0528 } else { E0527 };
                    self.report(
                        Diagnostic::new(code, "mismatched types", span)
                            .label(format!("an array of {len}, and this pattern has {given}")),
                    );
                }
            }
            None if !mode.can_refuse && (rest.is_none() || given > 0) => {
                self.report(leaves_out(span));
            }
            _ => {}
        }
        let (mut before, mut middle, mut after) = (Vec::new(), None, Vec::new());
        for (at, pattern) in patterns.iter().enumerate() {
            match rest {
                Some(rest) if at == rest => {
                    middle =
                        Some(Box::new(self.rest_pattern(pattern, &element, &len, given, mode)));
                }
                Some(rest) if at > rest => after.push(self.pattern_in(pattern, &element, mode)),
                _ => before.push(self.pattern_in(pattern, &element, mode)),
            }
        }
        PatternKind::Slice(before, middle, after)
    }

    /// `..` or `rest @ ..` in the pattern of an array or slice.
    pub(crate) fn rest_pattern(
        &mut self,
        pattern: &Pat,
        element: &Ty,
        len: &Option<Len>,
        given: usize,
        mode: Mode,
    ) -> Pattern {
        let span = spans::of(pattern);
        let ty = match len {
            Some(Len::Known(len)) => {
                let rest = (*len as usize).saturating_sub(given) as u32;
                Ty::Array(Box::new(element.clone()), Len::Known(rest))
            }
            _ => Ty::Slice(Box::new(element.clone())),
        };
        let Pat::Ident(pat) = pattern else {
            return Pattern { kind: PatternKind::Any, ty, span };
        };
        let name = pat.ident.to_string();
        let place = spans::bytes(pat.ident.span());
        match (mode.by, &ty) {
            (None, Ty::Array(..)) => {
                let id = self.declare(&name, ty.clone(), pat.mutability.is_some(), place);
                Pattern { kind: PatternKind::Bind(id), ty, span }
            }
            (by, _) => {
                let mutability = by.unwrap_or(Mutability::Const);
                let reference = Ty::reference(mutability, ty.clone());
                let id = self.declare(&name, reference, false, place);
                Pattern { kind: PatternKind::BindRef(id), ty, span }
            }
        }
    }
}
