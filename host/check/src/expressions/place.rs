//! Places: what can be read, written and borrowed.

use crate::body::{Body, CopiedFrom, Expect, Later, broken, expr};
use crate::expressions::assignment::Change;
use crate::syntax::spans;
use crate::typing::written;
use crate::wording::suggest;
use naga::Span;
use syn::{Expr, Member, RangeLimits};
use warpbench_codes::{E0277, E0282, E0507, E0508, E0608, E0609, E0610, E0614, E0615};
use warpbench_hir::types::{IterTy, Mutability, Ty};
use warpbench_hir::{self as hir, BinaryOp, ConstValue, ExprKind};
use warpbench_source::diagnostic::Diagnostic;

impl Body<'_> {
    /// `*x`.
    pub(crate) fn deref(&mut self, syntax: &Expr, span: Span) -> hir::Expr {
        let value = self.expr(syntax, &Expect::None);
        match self.head(&value.ty) {
            Ty::Error | Ty::Never => broken(span),
            Ty::Pointer(_, to) => {
                self.need_unsafe("reading or writing through a raw pointer", span);
                expr(ExprKind::Deref(Box::new(value)), *to, span)
            }
            Ty::Reference(_, to) => expr(ExprKind::Deref(Box::new(value)), *to, span),
            Ty::Var(_)
                if self.infer.kind(&value.ty) == Some(crate::typing::infer::TyVarKind::Any) =>
            {
                self.annotations_needed(&value.ty, value.span);
                broken(span)
            }
            _ => {
                if let Some(place) = self.overloaded_deref(&value, span) {
                    return place;
                }
                let shown = self.show(&value.ty);
                let start = span.to_range().map_or(0, |range| range.start);
                let is_power = self.checker.text.get(..start).is_some_and(|b| b.ends_with('*'));
                let help = match is_power {
                    true => "a power is a method: `x.powi(2)`, or `x.pow(2)` of an integer",
                    false => "leave out the `*`",
                };
                self.error(
                    Diagnostic::new(E0614, format!("type `{shown}` cannot be dereferenced"), span)
                        .label("neither a pointer nor a reference")
                        .help(help),
                )
            }
        }
    }

    /// Follows references as far as they lead.
    pub(crate) fn through_references(&mut self, mut value: hir::Expr) -> hir::Expr {
        while let Ty::Reference(_, to) = self.head(&value.ty) {
            let span = value.span;
            value = expr(ExprKind::Deref(Box::new(value)), *to, span);
        }
        value
    }

    /// `x.field`, `x.0`.
    pub(crate) fn field(&mut self, syntax: &syn::ExprField, span: Span) -> hir::Expr {
        let base = self.expr(&syntax.base, &Expect::None);
        let base = self.through_references(base);
        let name = match &syntax.member {
            Member::Named(name) => name.to_string(),
            Member::Unnamed(index) => index.index.to_string(),
        };
        let place = spans::of(&syntax.member);
        let base =
            self.dereferenced_until(base, |body, base| body.field_of(&base.ty, &name).is_some());
        match self.field_of(&base.ty, &name) {
            Some((index, ty)) => {
                if let Ty::Struct(id, _) = self.head(&base.ty) {
                    self.checker.check_field(self.scope, (id, index as usize), false, place);
                }
                expr(ExprKind::Field(Box::new(base), index), ty, span)
            }
            None => self.unknown_field(&base, &name, place),
        }
    }

    /// The place and type of a field.
    pub(crate) fn field_of(&mut self, ty: &Ty, name: &str) -> Option<(u32, Ty)> {
        match self.head(ty) {
            Ty::Struct(id, _) if self.checker.structs[id].hir.variants.is_none() => {
                let fields = &self.checker.structs[id].hir.fields;
                let index = fields.iter().position(|field| field.name == name)?;
                Some((index as u32, self.member_types(ty).get(index)?.clone()))
            }
            Ty::Tuple(members) => {
                let index = name.parse::<usize>().ok()?;
                Some((index as u32, members.get(index)?.clone()))
            }
            Ty::Iter(iter) => match (*iter, name) {
                (
                    IterTy::Range(ty) | IterTy::RangeInclusive(ty) | IterTy::RangeFrom(ty),
                    "start",
                ) => Some((0, ty)),
                (IterTy::Range(ty) | IterTy::RangeInclusive(ty), "end") => Some((1, ty)),
                _ => None,
            },
            Ty::Four(four) => {
                let index = ["x", "y", "z", "w"].iter().position(|known| *known == name)?;
                Some((index as u32, four.scalar()))
            }
            _ => None,
        }
    }

    fn unknown_field(&mut self, base: &hir::Expr, name: &str, span: Span) -> hir::Expr {
        let ty = self.head(&base.ty);
        if matches!(ty, Ty::Error | Ty::Never) {
            return broken(span);
        }
        if let Ty::Var(_) = ty
            && self.infer.kind(&ty) == Some(crate::typing::infer::TyVarKind::Any)
        {
            self.annotations_needed(&ty, base.span);
            return broken(span);
        }
        let shown = self.show(&ty);
        let words = self.checker.quote(base.span).unwrap_or("p").to_owned();
        let names: Vec<String> = match &ty {
            Ty::Struct(id, _) => {
                let fields = &self.checker.structs[*id].hir.fields;
                fields.iter().map(|field| field.name.clone()).collect()
            }
            Ty::Four(_) => ["x", "y", "z", "w"].map(str::to_owned).to_vec(),
            Ty::Tuple(members) => (0..members.len()).map(|place| place.to_string()).collect(),
            _ => Vec::new(),
        };
        let is_method = match &ty {
            Ty::Struct(..) => !self.checker.members_named(&self.infer, &ty, name).is_empty(),
            Ty::Array(..) | Ty::Slice(_) => crate::expressions::method::OF_SLICES.contains(&name),
            Ty::Pointer(..) => crate::expressions::method::OF_POINTERS.contains(&name),
            ty => crate::expressions::number_methods::method(ty, name).is_some(),
        };
        let code = match &ty {
            _ if is_method => E0615,
            Ty::Int(_) | Ty::Float(_) | Ty::Bool | Ty::Var(_) => E0610,
            _ => E0609,
        };
        let diagnostic =
            Diagnostic::new(code, format!("no field `{name}` on type `{shown}`"), span)
                .label("unknown field");
        let near = match &ty {
            Ty::Tuple(_) => None,
            _ => suggest::nearest(name, names.iter().map(String::as_str)),
        };
        let is_suffix =
            matches!(name, "f" | "F") && words.bytes().all(|byte| byte.is_ascii_digit());
        let diagnostic = if is_suffix {
            diagnostic.help(format!("write `{words}.0`, whose type is inferred"))
        } else if let Ty::Pointer(_, to) = &ty
            && self.field_of(to, name).is_some()
        {
            diagnostic.help(format!("follow the pointer: `(*{words}).{name}`"))
        } else if is_method {
            diagnostic.help(format!("it is a method: `{words}.{name}()`"))
        } else if let Some(near) = near {
            diagnostic.help(format!("there is a similar name: `{near}`"))
        } else if names.is_empty() || names.len() > 8 {
            diagnostic
        } else {
            let names: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
            diagnostic.help(format!("its fields are {}", names.join(", ")))
        };
        self.error(diagnostic)
    }

    /// `x[i]`, `x[a..b]`.
    pub(crate) fn index(&mut self, syntax: &syn::ExprIndex, span: Span) -> hir::Expr {
        let base = self.expr(&syntax.expr, &Expect::None);
        let base = self.through_references(base);
        let base = self.dereferenced_until(base, Body::is_indexed);
        let mut inner = syntax.index.as_ref();
        while let Expr::Paren(paren) = inner {
            inner = &paren.expr;
        }
        let element = match self.head(&base.ty) {
            Ty::Array(element, _) | Ty::Slice(element) => *element,
            Ty::Struct(..) => {
                let hint = self.index_type(&base).unwrap_or(Ty::USIZE);
                let index = self.expr(inner, &Expect::Hint(hint));
                return match self.overloaded_index(&base, index, span) {
                    Some(place) => place,
                    None => self.report_not_indexed(&base, inner),
                };
            }
            _ => {
                if !matches!(inner, Expr::Range(_)) {
                    self.expr(inner, &Expect::None);
                }
                return self.report_not_indexed(&base, inner);
            }
        };
        if let Expr::Range(range) = inner {
            self.at_run_time("a range as an index", span);
            return self.subslice(base, element, range, span);
        }
        let index = self.expr(inner, &Expect::Hint(Ty::USIZE));
        if matches!(self.head(&index.ty), Ty::Iter(_)) || self.range_without_start_of(&index) {
            return self.subslice_by(base, element, index, span);
        }
        let index_ty = self.head(&index.ty);
        let index = if matches!(index_ty, Ty::Error | Ty::Never)
            || self.infer.unify(&index_ty, &Ty::USIZE)
        {
            index
        } else {
            let (shown, found) = (self.show(&base.ty), self.show(&index.ty));
            let diagnostic = Diagnostic::new(
                E0277,
                format!("the type `{shown}` cannot be indexed by `{found}`"),
                index.span,
            )
            .label(format!("expected `usize`, found `{found}`"));
            let diagnostic = match self.conversion(&index, &Ty::USIZE) {
                Some(help) => diagnostic.help(help),
                None => diagnostic,
            };
            self.report(diagnostic);
            broken(index.span)
        };
        expr(ExprKind::Index(Box::new(base), Box::new(index)), element, span)
    }

    fn report_not_indexed(&mut self, base: &hir::Expr, index: &Expr) -> hir::Expr {
        let ty = self.head(&base.ty);
        if matches!(ty, Ty::Error | Ty::Never) {
            return broken(base.span);
        }
        let shown = self.show(&ty);
        let diagnostic = Diagnostic::new(
            E0608,
            format!("cannot index into a value of type `{shown}`"),
            base.span,
        );
        let name = self.checker.quote(base.span).unwrap_or("p").to_owned();
        let words = self.checker.quote(spans::of_expr(index)).unwrap_or("i").to_owned();
        let diagnostic = match ty {
            Ty::Pointer(..) => diagnostic
                .label("a pointer does not know how many elements there are")
                .help(format!("write `*{name}.add({words})`")),
            Ty::Tuple(_) => diagnostic.label("a tuple").help(format!("write `{name}.{words}`")),
            _ => diagnostic.label("neither an array nor a slice"),
        };
        self.error(diagnostic)
    }

    fn subslice(
        &mut self,
        base: hir::Expr,
        element: Ty,
        range: &syn::ExprRange,
        span: Span,
    ) -> hir::Expr {
        let start = range.start.as_ref().map(|start| self.expr_of_type(start, &Ty::USIZE, None));
        let mut end = range.end.as_ref().map(|end| self.expr_of_type(end, &Ty::USIZE, None));
        if matches!(range.limits, RangeLimits::Closed(_)) {
            end = end.map(|end| {
                let span = end.span;
                let one = expr(ExprKind::Literal(ConstValue::Int(1)), Ty::USIZE, span);
                let sum = ExprKind::Binary(BinaryOp::Add, Box::new(end), Box::new(one));
                expr(sum, Ty::USIZE, span)
            });
        }
        let slice = Ty::Slice(Box::new(element));
        let part = ExprKind::Subslice(Box::new(base), start.map(Box::new), end.map(Box::new));
        let part = expr(part, Ty::reference(Mutability::Const, slice.clone()), span);
        expr(ExprKind::Deref(Box::new(part)), slice, span)
    }

    /// `x[range]`, where the range is a variable.
    fn subslice_by(
        &mut self,
        base: hir::Expr,
        element: Ty,
        range: hir::Expr,
        span: Span,
    ) -> hir::Expr {
        let at = |at| expr(ExprKind::Field(Box::new(range.clone()), at), Ty::USIZE, range.span);
        let (start, mut end, is_inclusive, ty) = match self.head(&range.ty) {
            Ty::Iter(iter) => match *iter {
                IterTy::Range(ty) => (Some(at(0)), Some(at(1)), false, Some(ty)),
                IterTy::RangeInclusive(ty) => (Some(at(0)), Some(at(1)), true, Some(ty)),
                IterTy::RangeFrom(ty) => (Some(at(0)), None, false, Some(ty)),
                _ => return self.report_not_indexed(&base, &Expr::Verbatim(Default::default())),
            },
            Ty::Struct(id, arguments) => {
                let is_inclusive = self.checker.structs[id].hir.name == "RangeToInclusive";
                let end = arguments.first().map(|_| at(0));
                (None, end, is_inclusive, arguments.first().cloned())
            }
            _ => return broken(span),
        };
        if let Some(ty) = ty {
            self.infer.unify(&ty, &Ty::USIZE);
        }
        if is_inclusive {
            end = end.map(|end| {
                let one = expr(ExprKind::Literal(ConstValue::Int(1)), Ty::USIZE, span);
                let sum = ExprKind::Binary(BinaryOp::Add, Box::new(end), Box::new(one));
                expr(sum, Ty::USIZE, span)
            });
        }
        let slice = Ty::Slice(Box::new(element));
        let part = ExprKind::Subslice(Box::new(base), start.map(Box::new), end.map(Box::new));
        let part = expr(part, Ty::reference(Mutability::Const, slice.clone()), span);
        expr(ExprKind::Deref(Box::new(part)), slice, span)
    }

    /// `&x`, `&mut x`.
    pub(crate) fn address_of(
        &mut self,
        syntax: &syn::ExprReference,
        expect: &Expect,
        span: Span,
    ) -> hir::Expr {
        let mutability = written::mutability(syntax.mutability.is_some());
        let hint = match expect.ty().map(|ty| self.head(ty)) {
            Some(Ty::Reference(_, to) | Ty::Pointer(_, to)) => Expect::Hint(*to),
            _ => Expect::None,
        };
        let place = self.expr(&syntax.expr, &hint);
        self.borrow(place, mutability, span)
    }

    /// A reference to a place.
    pub(crate) fn borrow(
        &mut self,
        mut place: hir::Expr,
        mutability: Mutability,
        span: Span,
    ) -> hir::Expr {
        if matches!(self.head(&place.ty), Ty::Error | Ty::Never) {
            return broken(span);
        }
        if mutability == Mutability::Mut
            && is_place(&place)
            && !self.writable(&mut place, Change::Borrow)
        {
            return broken(span);
        }
        let to = place.ty.clone();
        let ty = self.bounded(Ty::reference(mutability, to), span);
        if let Some(id) = root(&place) {
            self.locals[id].is_borrowed = true;
        }
        match place.kind {
            ExprKind::Deref(inner) if matches!(inner.kind, ExprKind::Subslice(..)) => {
                hir::Expr { kind: inner.kind, ty, span }
            }
            kind => {
                let place = hir::Expr { kind, ..place };
                expr(ExprKind::AddressOf(Box::new(place)), ty, span)
            }
        }
    }

    /// Notes that a value is copied out of its place.
    pub(crate) fn copied(&mut self, value: &hir::Expr) {
        if let Ty::Slice(_) = self.head(&value.ty) {
            self.report(unsized_value(value.span).help("borrow it: `&x[a..b]`"));
        } else if is_place(value) && !matches!(self.head(&value.ty), Ty::Int(_) | Ty::Float(_)) {
            let (ty, span) = (value.ty.clone(), value.span);
            self.waiting.checks.push(Later::Copy { ty, span, place: copied_from(value) });
        }
    }

    /// Says that a type cannot be found out.
    pub(crate) fn annotations_needed(&mut self, ty: &Ty, span: Span) {
        let origin = self.infer.origin(ty);
        let diagnostic = Diagnostic::new(E0282, "type annotations needed", span)
            .label("its type must be known here");
        let diagnostic = match origin {
            Some(origin) if origin != span => diagnostic.other(origin, "the type of this is open"),
            _ => diagnostic,
        };
        self.report(diagnostic.help("write the type where the value is declared"));
    }
}

/// Says that something cannot be taken away from where it is.
pub(crate) fn cannot_move(what: &str, span: Span, is_element: bool) -> Diagnostic {
    let code = if is_element { E0508 } else { E0507 };
    Diagnostic::new(code, format!("cannot move {what} out of here"), span)
        .label("it lies behind a reference or in an array, and is not `Copy`")
}

/// Says that there is a slice where a value is needed.
pub(crate) fn unsized_value(span: Span) -> Diagnostic {
    Diagnostic::new(E0277, "a slice is only used behind a reference", span)
        .label("its length is not known when the program is compiled")
}

/// Whether an expression is a place rather than a value.
pub(crate) fn is_place(value: &hir::Expr) -> bool {
    match &value.kind {
        ExprKind::Local(_) | ExprKind::Deref(_) => true,
        ExprKind::Field(inner, _) | ExprKind::Index(inner, _) => is_place(inner),
        ExprKind::Constant(_) => true,
        _ => false,
    }
}

/// The variable that a place is part of, unless a pointer or reference leads
/// away from it.
pub(crate) fn root(place: &hir::Expr) -> Option<hir::LocalId> {
    match &place.kind {
        ExprKind::Local(id) => Some(*id),
        ExprKind::Field(inner, _) | ExprKind::Index(inner, _) | ExprKind::Subslice(inner, ..) => {
            root(inner)
        }
        ExprKind::Deref(inner) if matches!(inner.kind, ExprKind::Subslice(..)) => root(inner),
        _ => None,
    }
}

fn copied_from(value: &hir::Expr) -> CopiedFrom {
    match &value.kind {
        ExprKind::Local(id) => CopiedFrom::Local(*id),
        ExprKind::Field(inner, _) => match copied_from(inner) {
            CopiedFrom::Reference => CopiedFrom::Reference,
            CopiedFrom::Element => CopiedFrom::Element,
            _ => CopiedFrom::Part,
        },
        ExprKind::Constant(_) => CopiedFrom::Part,
        ExprKind::Index(..) => CopiedFrom::Element,
        _ => CopiedFrom::Reference,
    }
}
