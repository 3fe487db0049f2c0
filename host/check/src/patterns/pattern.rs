//! Patterns of `let` and `match`.

use crate::body::{Body, Found};
use crate::checker::Def;
use crate::expressions::aggregate::Form;
use crate::expressions::place::unsized_value;
use crate::names::library::Entry;
use crate::syntax::spans;
use crate::typing::infer::TyVarKind;
use crate::typing::written;
use crate::wording::suggest;
use crate::wording::unsupported;
use naga::Span;
use syn::{Expr, Member, Pat};
use warpbench_codes::{Code, E0005, E0023, E0026, E0027, E0158, E0308, E0530, E0532};
use warpbench_hir::types::{Mutability, Ty};
use warpbench_hir::{LocalId, Pattern, PatternKind};
use warpbench_source::diagnostic::{Diagnostic, Subject};

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
        self.pattern_in(syntax, ty, Mode { can_refuse, by: None })
    }

    /// A pattern for a value that may have been reached through references.
    pub(crate) fn pattern_in(&mut self, syntax: &Pat, ty: &Ty, mode: Mode) -> Pattern {
        let span = spans::of(syntax);
        // A pattern of what a reference leads to looks through the reference.
        if looks_inside(syntax)
            && !self.is_constant_pattern(syntax)
            && let Ty::Reference(mutability, to) = self.head(ty)
        {
            let by = match mode.by {
                Some(Mutability::Const) => Mutability::Const,
                _ => mutability,
            };
            let inner = self.pattern_in(syntax, &to, Mode { by: Some(by), ..mode });
            let kind = PatternKind::Deref(Box::new(inner));
            return Pattern { kind, ty: ty.clone(), span };
        }
        let kind = match syntax {
            Pat::Wild(_) | Pat::Rest(_) => PatternKind::Any,
            Pat::Paren(paren) => return self.pattern_in(&paren.pat, ty, mode),
            Pat::Ident(pat) => self.binding(pat, ty, mode, span),
            Pat::Tuple(pat) => self.tuple_pattern(&pat.elems, ty, mode, span),
            Pat::TupleStruct(pat) => self.tuple_struct_pattern(pat, ty, mode, span),
            Pat::Struct(pat) => self.struct_pattern(pat, ty, mode, span),
            Pat::Slice(pat) => self.slice_pattern(&pat.elems, ty, mode, span),
            Pat::Reference(pat) => {
                let wanted = written::mutability(pat.mutability.is_some());
                let to = match self.head(ty) {
                    Ty::Reference(mutability, to) if mutability == wanted => *to,
                    Ty::Error | Ty::Never => Ty::Error,
                    open @ Ty::Var(_) if self.infer.kind(&open) == Some(TyVarKind::Any) => {
                        let to = self.fresh(TyVarKind::Any, span);
                        self.infer.unify(&open, &Ty::reference(wanted, to.clone()));
                        to
                    }
                    other => {
                        let shown = self.show(ty);
                        let (found, help) = match (&other, wanted) {
                            (Ty::Reference(..), Mutability::Const) => ("`&`", "write `&mut`"),
                            (Ty::Reference(..), Mutability::Mut) => ("`&mut`", "write `&`"),
                            _ => ("a reference", "leave out the `&`"),
                        };
                        self.report(
                            Diagnostic::new(E0308, "mismatched types", span)
                                .label(format!("expected `{shown}`, found {found}"))
                                .help(help),
                        );
                        Ty::Error
                    }
                };
                if let (Pat::Ident(name), Ty::Slice(_)) = (pat.pat.as_ref(), self.head(&to))
                    && name.by_ref.is_none()
                {
                    self.report(unsized_value(spans::of(name)).help("leave out the `&`"));
                }
                let inner = self.pattern_in(&pat.pat, &to, Mode { by: None, ..mode });
                PatternKind::Deref(Box::new(inner))
            }
            Pat::Type(pat) => {
                let written = self.written_ty(&pat.ty);
                self.same_type(&written, ty, span);
                return self.pattern_in(&pat.pat, ty, mode);
            }
            Pat::Lit(literal) if mode.can_refuse => self.literal_pattern(&literal.lit, ty, span),
            Pat::Range(range) if mode.can_refuse => self.range_pattern(range, ty, span),
            Pat::Path(path) => match self.variant_named(&path.path) {
                Some((own, variant)) => self.variant_pattern(&own, variant, &[], ty, mode, span),
                None if !mode.can_refuse => {
                    self.report(refused(syntax, span));
                    PatternKind::Any
                }
                None => {
                    let value = Expr::Path(path.clone());
                    self.constant_pattern(&value, ty)
                }
            },
            Pat::Or(or) => self.or_pattern(or, ty, mode),
            other => {
                self.report(refused(other, span));
                self.bind_all(other);
                PatternKind::Any
            }
        };
        Pattern { kind, ty: ty.clone(), span }
    }

    /// Whether a name in a pattern is that of a constant or variant.
    fn is_constant_pattern(&mut self, syntax: &Pat) -> bool {
        match syntax {
            Pat::Path(path) => self.variant_named(&path.path).is_none(),
            Pat::Ident(pat) => {
                let found = self.find_value_here(&pat.ident.to_string());
                found.is_some_and(|found| is_constant(&found))
            }
            Pat::Paren(paren) => self.is_constant_pattern(&paren.pat),
            _ => false,
        }
    }

    /// What a name stands for that no variable may take the place of, and that is
    /// not compared with.
    fn uncompared(&self, found: &Found) -> Option<&'static str> {
        match found {
            Found::ConstParam(_) => Some("a const parameter"),
            Found::Item(Def::Static(_)) => Some("a static"),
            Found::Item(Def::Constant(id)) if self.checker.constants[*id].is_static => {
                Some("a static")
            }
            Found::Local(_) | Found::Item(_) => None,
        }
    }

    /// A variant of an enum.
    fn variant_pattern(
        &mut self,
        own: &Ty,
        variant: u32,
        fields: &[(String, &Pat, Span)],
        ty: &Ty,
        mode: Mode,
        span: Span,
    ) -> PatternKind {
        if !self.same_type(own, ty, span) {
            fields.iter().for_each(|(_, pattern, _)| self.bind_all(pattern));
            return PatternKind::Any;
        }
        let Some(found) = self.variants(own).and_then(|v| v.get(variant as usize)).cloned() else {
            return PatternKind::Any;
        };
        let count = self.variants(own).map_or(0, <[_]>::len);
        if !mode.can_refuse && count > 1 {
            self.report(leaves_out(span));
        }
        let types = self.member_types(own);
        let names = self.variant_fields(own, &found);
        let mut parts = Vec::new();
        for (name, pattern, place) in fields {
            match names.iter().position(|known| known == name) {
                Some(at) => {
                    let at = found.first + at as u32;
                    let ty = types.get(at as usize).cloned().unwrap_or(Ty::Error);
                    parts.push((at, self.pattern_in(pattern, &ty, mode)));
                }
                None => {
                    self.bind_all(pattern);
                    let message = format!("`{}` has no field `{name}`", found.name);
                    let diagnostic = Diagnostic::new(E0026, message, *place);
                    let near = suggest::nearest(name, names.iter().map(String::as_str));
                    self.report(match near {
                        Some(near) => diagnostic.help(format!("there is a similar name: `{near}`")),
                        None => diagnostic,
                    });
                }
            }
        }
        PatternKind::Variant(variant, parts)
    }

    fn tuple_struct_pattern(
        &mut self,
        pat: &syn::PatTupleStruct,
        ty: &Ty,
        mode: Mode,
        span: Span,
    ) -> PatternKind {
        if let Some((own, variant)) = self.variant_named(&pat.path) {
            return self.tuple_variant_pattern(pat, &own, variant, ty, mode, span);
        }
        let named = self.struct_named(&pat.path, Form::Parentheses);
        self.same_type(&named, ty, span);
        self.check_constructor(&named, &pat.path, E0532);
        let names = self.field_names(&named).unwrap_or_default();
        if !names.is_empty() && names.iter().enumerate().all(|(i, name)| *name == i.to_string()) {
            return self.members(&pat.elems, &named, mode, span);
        }
        if named != Ty::Error {
            let name = self.show(&named);
            let help = format!("write `{name} {{ … }}`");
            self.report(
                Diagnostic::new(E0532, format!("`{name}` has named fields"), span).help(help),
            );
        }
        pat.elems.iter().for_each(|pattern| self.bind_all(pattern));
        PatternKind::Any
    }

    fn tuple_variant_pattern(
        &mut self,
        pat: &syn::PatTupleStruct,
        own: &Ty,
        variant: u32,
        ty: &Ty,
        mode: Mode,
        span: Span,
    ) -> PatternKind {
        let Some(found) = self.variants(own).and_then(|v| v.get(variant as usize)).cloned() else {
            return PatternKind::Any;
        };
        let rest = pat.elems.iter().position(|pattern| matches!(pattern, Pat::Rest(_)));
        let given = pat.elems.len() - usize::from(rest.is_some());
        let count = found.count as usize;
        let fits = if rest.is_some() { given <= count } else { given == count };
        if !fits || !found.is_tuple {
            let name = &found.name;
            self.report(
                Diagnostic::new(E0023, "mismatched types", span)
                    .label(format!("`{name}` has {count} members, and this pattern {given}")),
            );
            pat.elems.iter().for_each(|pattern| self.bind_all(pattern));
            return PatternKind::Any;
        }
        let mut fields = Vec::new();
        let mut place = 0;
        for pattern in &pat.elems {
            if matches!(pattern, Pat::Rest(_)) {
                place += count - given;
            } else {
                fields.push((place.to_string(), pattern, spans::of(pattern)));
                place += 1;
            }
        }
        self.variant_pattern(own, variant, &fields, ty, mode, span)
    }

    fn binding(&mut self, pat: &syn::PatIdent, ty: &Ty, mode: Mode, span: Span) -> PatternKind {
        let name = pat.ident.to_string();
        let place = spans::bytes(pat.ident.span());
        let found = self.find_value_here(&name);
        let is_plain = pat.mutability.is_none() && pat.by_ref.is_none() && pat.subpat.is_none();
        if let Some(Found::Item(Def::Variant(id, variant))) = found
            && is_plain
        {
            let own = self.open_struct(id, place);
            return self.variant_pattern(&own, variant, &[], ty, mode, span);
        }
        if let Some(what) = found.as_ref().and_then(|found| self.uncompared(found)) {
            let is_param = matches!(found, Some(Found::ConstParam(_)));
            let code = if is_param { E0158 } else { E0530 };
            self.report(
                Diagnostic::new(code, format!("{what} cannot be a pattern"), place)
                    .label(format!("`{name}` is one"))
                    .help(format!(
                        "use `x if x == {name} => …`, or give the variable another name"
                    )),
            );
            self.declare(&name, Ty::Error, true, place);
            return PatternKind::Any;
        }
        if is_plain && found.as_ref().is_some_and(is_constant) {
            if !mode.can_refuse {
                self.report(
                    Diagnostic::new(
                        E0005,
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
            return self.constant_pattern(&Expr::Path(path), ty);
        }
        let by = match (&pat.by_ref, mode.by) {
            (Some(_), _) => Some(written::mutability(pat.mutability.is_some())),
            (None, by) if pat.mutability.is_none() => by,
            _ => None,
        };
        let own = match by {
            Some(mutability) => {
                let reference = Ty::reference(mutability, ty.clone());
                PatternKind::BindRef(self.declare(&name, reference, false, place))
            }
            None => {
                let is_mutable = pat.mutability.is_some();
                PatternKind::Bind(self.declare(&name, ty.clone(), is_mutable, place))
            }
        };
        let Some((_, inner)) = &pat.subpat else { return own };
        let inner = self.pattern_in(inner, ty, mode);
        let own = Pattern { kind: own, ty: ty.clone(), span: place };
        PatternKind::At(Box::new(own), Box::new(inner))
    }

    fn tuple_pattern(
        &mut self,
        patterns: &syn::punctuated::Punctuated<Pat, syn::Token![,]>,
        ty: &Ty,
        mode: Mode,
        span: Span,
    ) -> PatternKind {
        let has_rest = patterns.iter().any(|pattern| matches!(pattern, Pat::Rest(_)));
        match self.head(ty) {
            Ty::Tuple(_) => self.members(patterns, ty, mode, span),
            Ty::Var(_) if !has_rest && self.infer.kind(ty) == Some(TyVarKind::Any) => {
                let members =
                    patterns.iter().map(|p| self.fresh(TyVarKind::Any, spans::of(p))).collect();
                let tuple = Ty::Tuple(members);
                self.infer.unify(ty, &tuple);
                self.members(patterns, &tuple, mode, span)
            }
            Ty::Error | Ty::Never => {
                patterns.iter().for_each(|pattern| self.bind_all(pattern));
                PatternKind::Any
            }
            _ => {
                let shown = self.show(ty);
                self.report(
                    Diagnostic::new(E0308, "mismatched types", span)
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
        mode: Mode,
        span: Span,
    ) -> PatternKind {
        let types: Vec<Ty> = self.member_types(ty);
        let rests = patterns.iter().filter(|pattern| matches!(pattern, Pat::Rest(_))).count();
        let given = patterns.len() - rests;
        let fits =
            if rests == 0 { given == types.len() } else { rests == 1 && given <= types.len() };
        if !fits {
            let shown = self.show(ty);
            let (found, wanted) = (given, types.len());
            self.report(
                Diagnostic::new(E0308, "mismatched types", span)
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
                let pattern = self.pattern_in(pattern, &types[place].clone(), mode);
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
        mode: Mode,
        span: Span,
    ) -> PatternKind {
        if let Some((own, variant)) = self.variant_named(&pat.path) {
            let fields: Vec<(String, &Pat, Span)> = pat
                .fields
                .iter()
                .map(|field| {
                    let name = match &field.member {
                        Member::Named(name) => name.to_string(),
                        Member::Unnamed(index) => index.index.to_string(),
                    };
                    (name, field.pat.as_ref(), spans::of(&field.member))
                })
                .collect();
            return self.variant_pattern(&own, variant, &fields, ty, mode, span);
        }
        let named = self.struct_named(&pat.path, Form::Braces);
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
                    if let Ty::Struct(id, _) = named {
                        let place = spans::of(&field.member);
                        self.checker.check_field(self.scope, (id, index as usize), true, place);
                    }
                    parts.push((index, self.pattern_in(&field.pat, &field_ty, mode)));
                }
                None => {
                    self.bind_all(&field.pat);
                    if named == Ty::Error {
                        continue;
                    }
                    let shown = self.show(&named);
                    let message = format!("`{shown}` has no field `{name}`");
                    let diagnostic = Diagnostic::new(E0026, message, spans::of(&field.member));
                    let near = suggest::nearest(&name, names.iter().map(String::as_str));
                    let diagnostic = match near {
                        Some(near) => diagnostic.help(format!("there is a similar name: `{near}`")),
                        None => diagnostic,
                    };
                    self.report(diagnostic);
                }
            }
        }
        let is_named = |at: &u32| parts.iter().any(|(named, _)| named == at);
        let missing: Vec<u32> = (0..names.len() as u32).filter(|at| !is_named(at)).collect();
        let leaves_out = pat.rest.is_none() && !missing.is_empty() && named != Ty::Error;
        if leaves_out && !self.report_private_rest(&named, &missing, span) {
            let shown = self.show(&named);
            self.report(
                Diagnostic::new(
                    E0027,
                    format!("the pattern does not name every field of `{shown}`"),
                    span,
                )
                .help("add `..` to leave out the others"),
            );
        }
        if named == Ty::Error { PatternKind::Any } else { PatternKind::Parts(parts) }
    }

    pub(crate) fn same_type(&mut self, found: &Ty, expected: &Ty, span: Span) -> bool {
        self.same_type_or(E0308, found, expected, span)
    }

    /// The same, where another type is another mistake.
    pub(crate) fn same_type_or(
        &mut self,
        code: Code,
        found: &Ty,
        expected: &Ty,
        span: Span,
    ) -> bool {
        let fits = matches!(self.head(expected), Ty::Never) || self.infer.unify(found, expected);
        if !fits {
            let is_unit = self.head(found).is_unit();
            let (expected, found) = (self.show(expected), self.name_of(found));
            let diagnostic = Diagnostic::new(code, "mismatched types", span)
                .label(format!("expected `{expected}`, found {found}"));
            self.report(match is_unit {
                true => diagnostic.about(Subject::Unit),
                false => diagnostic,
            });
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

/// How a pattern is met.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Mode {
    /// Whether there is something to do where it does not fit.
    pub(crate) can_refuse: bool,
    /// What the references allow through which the value was reached: its
    /// variables refer to it.
    pub(crate) by: Option<Mutability>,
}

/// Whether a name in a pattern is compared with, and declares no variable.
fn is_constant(found: &Found) -> bool {
    matches!(found, Found::Item(Def::Constant(_) | Def::Library(Entry::Constant(..))))
}

/// Whether a pattern takes a value apart or compares it, so that it looks
/// through references.
fn looks_inside(syntax: &Pat) -> bool {
    match syntax {
        Pat::Tuple(_)
        | Pat::TupleStruct(_)
        | Pat::Struct(_)
        | Pat::Slice(_)
        | Pat::Path(_)
        | Pat::Range(_) => true,
        // `b"text"` is a reference itself.
        Pat::Lit(literal) => !matches!(literal.lit, syn::Lit::ByteStr(_)),
        Pat::Or(or) => or.cases.iter().any(looks_inside),
        Pat::Ident(pat) => {
            // `None` and other variants by name are compared, too.
            pat.by_ref.is_none()
                && pat.subpat.is_none()
                && pat.mutability.is_none()
                && pat.ident.to_string().starts_with(char::is_uppercase)
        }
        Pat::Paren(paren) => looks_inside(&paren.pat),
        _ => false,
    }
}

/// Puts one variable in the place of another.
pub(crate) fn rename(pattern: &mut Pattern, from: LocalId, to: LocalId) {
    match &mut pattern.kind {
        PatternKind::Bind(id) | PatternKind::BindRef(id) if *id == from => *id = to,
        PatternKind::At(own, inner) => {
            rename(own, from, to);
            rename(inner, from, to);
        }
        PatternKind::Deref(inner) => rename(inner, from, to),
        PatternKind::Or(cases) => cases.iter_mut().for_each(|case| rename(case, from, to)),
        PatternKind::Parts(parts) | PatternKind::Variant(_, parts) => {
            parts.iter_mut().for_each(|(_, part)| rename(part, from, to));
        }
        PatternKind::Slice(before, middle, after) => {
            let all = before.iter_mut().chain(middle.as_deref_mut()).chain(after);
            all.for_each(|part| rename(part, from, to));
        }
        _ => {}
    }
}

/// A pattern of `let` that does not take every value.
pub(crate) fn leaves_out(span: Span) -> Diagnostic {
    Diagnostic::new(E0005, "this pattern does not take every value", span)
        .label("a `let` has no other case")
        .help("use `match`, `if let`, or `let … else { … }`")
}

/// What is wrong with a pattern that is not read.
fn refused(syntax: &Pat, span: Span) -> Diagnostic {
    match syntax {
        Pat::Lit(_) | Pat::Range(_) | Pat::Or(_) | Pat::Path(_) => leaves_out(span),
        _ => unsupported::unread("this pattern", span),
    }
}
