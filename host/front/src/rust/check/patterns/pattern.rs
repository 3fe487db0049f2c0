//! Patterns of `let` and `match`.

use crate::diagnostic::Diagnostic;
use crate::rust::check::body::{Body, Found};
use crate::rust::check::checker::Def;
use crate::rust::check::syntax::spans;
use crate::rust::check::typing::infer::TyVarKind;
use crate::rust::check::wording::suggest;
use crate::rust::check::wording::unsupported;
use crate::rust::hir::{Pattern, PatternKind};
use crate::rust::types::Ty;
use naga::Span;
use syn::{Expr, Member, Pat};

impl Body<'_> {
    /// A pattern of `let`, which takes every value.
    pub(crate) fn let_pattern(&mut self, syntax: &Pat, ty: &Ty) -> Pattern {
        self.pattern(syntax, ty, false)
    }

    /// A pattern of `match`, which may refuse a value.
    pub(crate) fn match_pattern(&mut self, syntax: &Pat, ty: &Ty) -> Pattern {
        self.pattern(syntax, ty, true)
    }

    fn pattern(&mut self, syntax: &Pat, ty: &Ty, can_refuse: bool) -> Pattern {
        let span = spans::of(syntax);
        let kind = match syntax {
            Pat::Wild(_) => PatternKind::Any,
            Pat::Paren(paren) => return self.pattern(&paren.pat, ty, can_refuse),
            Pat::Ident(pat) => self.binding(pat, ty, can_refuse, span),
            Pat::Tuple(pat) => self.tuple_pattern(&pat.elems, ty, can_refuse, span),
            Pat::TupleStruct(pat) => self.tuple_struct_pattern(pat, ty, can_refuse, span),
            Pat::Struct(pat) => self.struct_pattern(pat, ty, can_refuse, span),
            Pat::Type(pat) => {
                let written = self.written_ty(&pat.ty);
                self.same_type(&written, ty, span);
                return self.pattern(&pat.pat, ty, can_refuse);
            }
            Pat::Lit(literal) if can_refuse => self.literal_pattern(&literal.lit, ty, span),
            Pat::Range(range) if can_refuse => self.range_pattern(range, ty, span),
            Pat::Path(path) if can_refuse => {
                let value = Expr::Path(path.clone());
                match self.pattern_constant(&value, ty) {
                    Some(value) => PatternKind::Value(value),
                    None => PatternKind::Any,
                }
            }
            Pat::Or(or) if can_refuse => {
                let cases = or.cases.iter().map(|case| self.pattern(case, ty, true)).collect();
                let kind = PatternKind::Or(cases);
                if binds(&kind) {
                    self.report(
                        unsupported::unread("variables in patterns with `|`", span)
                            .help("write one arm for each"),
                    );
                    PatternKind::Any
                } else {
                    kind
                }
            }
            other => {
                self.report(refused(other, span));
                self.bind_all(other);
                PatternKind::Any
            }
        };
        Pattern { kind, ty: ty.clone(), span }
    }

    fn tuple_struct_pattern(
        &mut self,
        pat: &syn::PatTupleStruct,
        ty: &Ty,
        can_refuse: bool,
        span: Span,
    ) -> PatternKind {
        let named = self.struct_named(&pat.path);
        self.same_type(&named, ty, span);
        let names = self.field_names(&named).unwrap_or_default();
        if !names.is_empty() && names.iter().enumerate().all(|(i, name)| *name == i.to_string()) {
            return self.members(&pat.elems, &named, can_refuse, span);
        }
        if named != Ty::Error {
            let name = self.show(&named);
            let help = format!("write `{name} {{ … }}`");
            self.report(Diagnostic::new(format!("`{name}` has named fields"), span).help(help));
        }
        pat.elems.iter().for_each(|pattern| self.bind_all(pattern));
        PatternKind::Any
    }

    fn binding(
        &mut self,
        pat: &syn::PatIdent,
        ty: &Ty,
        can_refuse: bool,
        span: Span,
    ) -> PatternKind {
        let name = pat.ident.to_string();
        let place = spans::bytes(pat.ident.span());
        let found = self.find_value(&name);
        let is_constant = matches!(
            found,
            Some(Found::Item(
                Def::Constant(_)
                    | Def::Library(crate::rust::check::names::library::Entry::Constant(..))
            ))
        );
        if is_constant && pat.mutability.is_none() && pat.by_ref.is_none() && pat.subpat.is_none() {
            if !can_refuse {
                self.report(
                    Diagnostic::new(
                        format!("`{name}` is a constant, and `let` cannot change it"),
                        place,
                    )
                    .label("this would compare with the constant")
                    .help("give the variable another name"),
                );
                self.declare(&name, Ty::Error, true, place);
                return PatternKind::Any;
            }
            let path = syn::ExprPath {
                attrs: Vec::new(),
                qself: None,
                path: syn::Path::from(pat.ident.clone()),
            };
            return match self.pattern_constant(&Expr::Path(path), ty) {
                Some(value) => PatternKind::Value(value),
                None => PatternKind::Any,
            };
        }
        if let Some((at, _)) = &pat.subpat {
            let place = spans::bytes(at.span);
            self.report(
                unsupported::unread("`@` in patterns", place)
                    .help("use the value that is matched, by its name"),
            );
            self.declare(&name, Ty::Error, true, span);
            return PatternKind::Any;
        }
        if let Some(token) = &pat.by_ref {
            let place = spans::bytes(token.span);
            self.report(
                unsupported::unread("`ref` in patterns", place)
                    .help("borrow the value where it is used: `&x`"),
            );
            self.declare(&name, Ty::Error, true, span);
            return PatternKind::Any;
        }
        PatternKind::Bind(self.declare(&name, ty.clone(), pat.mutability.is_some(), place))
    }

    fn tuple_pattern(
        &mut self,
        patterns: &syn::punctuated::Punctuated<Pat, syn::Token![,]>,
        ty: &Ty,
        can_refuse: bool,
        span: Span,
    ) -> PatternKind {
        let has_rest = patterns.iter().any(|pattern| matches!(pattern, Pat::Rest(_)));
        match self.head(ty) {
            Ty::Tuple(_) => self.members(patterns, ty, can_refuse, span),
            Ty::Var(_) if !has_rest && self.infer.kind(ty) == Some(TyVarKind::Any) => {
                let members =
                    patterns.iter().map(|p| self.fresh(TyVarKind::Any, spans::of(p))).collect();
                let tuple = Ty::Tuple(members);
                self.infer.unify(ty, &tuple);
                self.members(patterns, &tuple, can_refuse, span)
            }
            Ty::Error | Ty::Never => {
                patterns.iter().for_each(|pattern| self.bind_all(pattern));
                PatternKind::Any
            }
            _ => {
                let shown = self.show(ty);
                self.report(
                    Diagnostic::new("mismatched types", span)
                        .label(format!("expected `{shown}`, found a tuple")),
                );
                patterns.iter().for_each(|pattern| self.bind_all(pattern));
                PatternKind::Any
            }
        }
    }

    /// The members of a tuple or tuple structure, one after the other.
    fn members(
        &mut self,
        patterns: &syn::punctuated::Punctuated<Pat, syn::Token![,]>,
        ty: &Ty,
        can_refuse: bool,
        span: Span,
    ) -> PatternKind {
        let types: Vec<Ty> = match self.head(ty) {
            Ty::Tuple(members) => members,
            Ty::Struct(id) => {
                let fields = &self.checker.structs[id].hir.fields;
                fields.iter().map(|field| field.ty.clone()).collect()
            }
            _ => Vec::new(),
        };
        let rests = patterns.iter().filter(|pattern| matches!(pattern, Pat::Rest(_))).count();
        let given = patterns.len() - rests;
        let fits =
            if rests == 0 { given == types.len() } else { rests == 1 && given <= types.len() };
        if !fits {
            let shown = self.show(ty);
            let (found, wanted) = (given, types.len());
            self.report(
                Diagnostic::new("mismatched types", span)
                    .label(format!("`{shown}` has {wanted} members, and this pattern {found}")),
            );
            patterns.iter().for_each(|pattern| self.bind_all(pattern));
            return PatternKind::Any;
        }
        let mut parts = Vec::new();
        let mut place = 0;
        for pattern in patterns {
            if matches!(pattern, Pat::Rest(_)) {
                place += types.len() - given;
            } else {
                let pattern = self.pattern(pattern, &types[place].clone(), can_refuse);
                parts.push((place as u32, pattern));
                place += 1;
            }
        }
        PatternKind::Parts(parts)
    }

    fn struct_pattern(
        &mut self,
        pat: &syn::PatStruct,
        ty: &Ty,
        can_refuse: bool,
        span: Span,
    ) -> PatternKind {
        let named = self.struct_named(&pat.path);
        self.same_type(&named, ty, span);
        let names = self.field_names(&named).unwrap_or_default();
        let mut parts = Vec::new();
        for field in &pat.fields {
            let name = match &field.member {
                Member::Named(name) => name.to_string(),
                Member::Unnamed(index) => index.index.to_string(),
            };
            match self.field_of(&named, &name) {
                Some((index, field_ty)) => {
                    parts.push((index, self.pattern(&field.pat, &field_ty, can_refuse)));
                }
                None => {
                    self.bind_all(&field.pat);
                    if named == Ty::Error {
                        continue;
                    }
                    let shown = self.show(&named);
                    let message = format!("`{shown}` has no field `{name}`");
                    let diagnostic = Diagnostic::new(message, spans::of(&field.member));
                    let near = suggest::nearest(&name, names.iter().map(String::as_str));
                    let diagnostic = match near {
                        Some(near) => diagnostic.help(format!("there is a similar name: `{near}`")),
                        None => diagnostic,
                    };
                    self.report(diagnostic);
                }
            }
        }
        if pat.rest.is_none() && parts.len() < names.len() && named != Ty::Error {
            let shown = self.show(&named);
            self.report(
                Diagnostic::new(
                    format!("the pattern does not name every field of `{shown}`"),
                    span,
                )
                .help("add `..` to leave out the others"),
            );
        }
        if named == Ty::Error { PatternKind::Any } else { PatternKind::Parts(parts) }
    }

    pub(crate) fn same_type(&mut self, found: &Ty, expected: &Ty, span: Span) -> bool {
        let fits = matches!(self.head(expected), Ty::Never) || self.infer.unify(found, expected);
        if !fits {
            let (expected, found) = (self.show(expected), self.name_of(found));
            self.report(
                Diagnostic::new("mismatched types", span)
                    .label(format!("expected `{expected}`, found {found}")),
            );
        }
        fits
    }

    /// Declares the variables of a pattern that was reported.
    pub(crate) fn bind_all(&mut self, syntax: &Pat) {
        match syntax {
            Pat::Ident(pat) => {
                let span = spans::bytes(pat.ident.span());
                self.declare(&pat.ident.to_string(), Ty::Error, true, span);
            }
            Pat::Tuple(pat) => pat.elems.iter().for_each(|pat| self.bind_all(pat)),
            Pat::TupleStruct(pat) => pat.elems.iter().for_each(|pat| self.bind_all(pat)),
            Pat::Slice(pat) => pat.elems.iter().for_each(|pat| self.bind_all(pat)),
            Pat::Struct(pat) => pat.fields.iter().for_each(|field| self.bind_all(&field.pat)),
            Pat::Paren(pat) => self.bind_all(&pat.pat),
            Pat::Reference(pat) => self.bind_all(&pat.pat),
            Pat::Type(pat) => self.bind_all(&pat.pat),
            Pat::Or(pat) => pat.cases.iter().for_each(|pat| self.bind_all(pat)),
            _ => {}
        }
    }
}

/// What is wrong with a pattern that is not read.
fn refused(syntax: &Pat, span: Span) -> Diagnostic {
    match syntax {
        Pat::Lit(_) | Pat::Range(_) | Pat::Or(_) | Pat::Path(_) => {
            Diagnostic::new("this pattern does not take every value", span)
                .label("a `let` has no other case")
                .help("use `match`, or `if`")
        }
        Pat::Reference(_) => unsupported::unread("patterns with `&`", span)
            .help("read what the reference leads to: `let x = *r;`"),
        Pat::Slice(_) => {
            unsupported::unread("patterns of arrays", span).help("use indices: `let first = x[0];`")
        }
        _ => unsupported::unread("this pattern", span),
    }
}

/// Whether a pattern declares variables.
fn binds(kind: &PatternKind) -> bool {
    match kind {
        PatternKind::Bind(_) => true,
        PatternKind::Or(cases) => cases.iter().any(|case| binds(&case.kind)),
        PatternKind::Parts(parts) => parts.iter().any(|(_, part)| binds(&part.kind)),
        _ => false,
    }
}
