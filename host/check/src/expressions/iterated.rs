//! Sources of iteration: ranges, slices, arrays, and types of the program.

use crate::body::{Body, Expect, broken, expr};
use crate::expressions::generic_call::Arg;
use crate::typing::infer::TyVarKind;
use crate::typing::written;
use naga::Span;
use syn::{Expr, RangeLimits};
use warpbench_codes::{E0061, E0277};
use warpbench_hir::types::{Chunks, IterTy, Mutability, Ty};
use warpbench_hir::{self as hir, ExprKind, IterOp};
use warpbench_source::diagnostic::Diagnostic;

impl Body<'_> {
    /// `a..b` as a value.
    pub(crate) fn range_value(&mut self, syntax: &syn::ExprRange, span: Span) -> hir::Expr {
        let Some(start) = &syntax.start else {
            return self.range_without_start(syntax, span);
        };
        let start = self.expr(start, &Expect::None);
        let Some(end) = &syntax.end else {
            let ty = start.ty.clone();
            let iter = Ty::Iter(Box::new(IterTy::RangeFrom(ty)));
            return expr(ExprKind::Iter(IterOp::RangeFrom, vec![start]), iter, span);
        };
        let end = self.expr(end, &Expect::Hint(start.ty.clone()));
        if !self.same_type(&end.ty, &start.ty, end.span) {
            return broken(span);
        }
        let ty = start.ty.clone();
        let (op, iter) = match syntax.limits {
            RangeLimits::HalfOpen(_) => (IterOp::Range, IterTy::Range(ty)),
            RangeLimits::Closed(_) => (IterOp::RangeInclusive, IterTy::RangeInclusive(ty)),
        };
        expr(ExprKind::Iter(op, vec![start, end]), Ty::Iter(Box::new(iter)), span)
    }

    /// The iterator that a value is, or that is made of it in a `for`.
    pub(crate) fn iterator_of(&mut self, value: hir::Expr) -> Result<hir::Expr, hir::Expr> {
        let span = value.span;
        let ty = self.head(&value.ty);
        let (op, iter) = match &ty {
            Ty::Iter(_) => return Ok(value),
            Ty::Array(element, len) => {
                (IterOp::Array, IterTy::Array((**element).clone(), len.clone()))
            }
            Ty::Reference(mutability, to) => match self.head(to) {
                Ty::Iter(_) => {
                    let inner = self.through_references(value);
                    return Ok(inner);
                }
                Ty::Reference(..) => {
                    let inner = expr(ExprKind::Deref(Box::new(value)), (**to).clone(), span);
                    return self.iterator_of(inner);
                }
                Ty::Array(element, _) | Ty::Slice(element) => {
                    let slice = Ty::Slice(element.clone());
                    let wanted = Ty::reference(*mutability, slice);
                    let value = self.try_coerce(value, &wanted)?;
                    let iter = IterTy::Slice(*mutability, *element);
                    let ty = Ty::Iter(Box::new(iter));
                    return Ok(expr(ExprKind::Iter(IterOp::Slice, vec![value]), ty, span));
                }
                Ty::Struct(id, _) if self.is_optional(id) => {
                    let name = match mutability {
                        Mutability::Const => "as_ref",
                        Mutability::Mut => "as_mut",
                    };
                    let places = (span, span);
                    let parts = self.method_of(value, name, None, &[], &Expect::None, places);
                    return self.iterator_of(parts);
                }
                Ty::Struct(..) => return self.own_iterator_behind(value),
                _ => return Err(value),
            },
            Ty::Struct(id, arguments) if self.is_optional(*id) => {
                if arguments.len() > 1 {
                    // A `Result` holds as many items as the `Option` that it becomes.
                    let places = (span, span);
                    let value = self.method_of(value, "ok", None, &[], &Expect::None, places);
                    return self.iterator_of(value);
                }
                let item = arguments.first().cloned().unwrap_or(Ty::Error);
                (IterOp::Plain, IterTy::Option(item))
            }
            Ty::Struct(..) => return self.own_iterator(value),
            _ => return Err(value),
        };
        let ty = Ty::Iter(Box::new(iter));
        Ok(expr(ExprKind::Iter(op, vec![value]), ty, span))
    }

    /// Whether a structure is `Option` or `Result`.
    fn is_optional(&self, id: usize) -> bool {
        self.checker.is_optional(id)
    }

    /// A reference to a value of such a type, or one that says itself how it is iterated
    /// over: `impl IntoIterator for &Own`.
    fn own_iterator_behind(&mut self, value: hir::Expr) -> Result<hir::Expr, hir::Expr> {
        let own = self.resolved(&value.ty);
        let into = self.checker.library.traits.get("IntoIterator").copied();
        let members = into
            .map(|into| self.checker.trait_function(&self.infer, &own, into, None, "into_iter"));
        if let Some(member) = members.unwrap_or_default().first().copied() {
            let span = value.span;
            let ident = syn::Ident::new("into_iter", proc_macro2::Span::call_site());
            let segment = syn::PathSegment::from(ident);
            let made = self.call_member_of(member, &own, &segment, Some(value), Vec::new(), span);
            return self.iterator_of(made);
        }
        let inner = self.through_references(value.clone());
        self.own_iterator(inner).map_err(|_| value)
    }

    /// A value of a type that implements `Iterator` or `IntoIterator`.
    pub(crate) fn own_iterator(&mut self, value: hir::Expr) -> Result<hir::Expr, hir::Expr> {
        let span = value.span;
        let own = self.resolved(&value.ty);
        let traits = ["Iterator", "IntoIterator"].map(|name| self.checker.library.traits.get(name));
        let [Some(iterator), Some(into)] = traits.map(|id| id.copied()) else { return Err(value) };
        if self.checker.implements(&self.infer, &own, iterator, &[], 0) {
            let projection = warpbench_hir::types::Projection {
                of: own.clone(),
                by: Some((iterator, Vec::new())),
                name: "Item".to_owned(),
            };
            let item = self.checker.find_projection(&projection).unwrap_or(Ty::Error);
            let members = self.checker.trait_function(&self.infer, &own, iterator, None, "next");
            let Some(member) = members.first().copied() else { return Err(value) };
            // The call that yields the next item, of the place that the loop has.
            let local = self.declare("", own.clone(), true, span);
            self.locals[local].is_borrowed = true;
            let place = expr(ExprKind::Local(local), own.clone(), span);
            let held = place.clone();
            let by = Ty::reference(Mutability::Mut, own.clone());
            let receiver = expr(ExprKind::AddressOf(Box::new(place)), by, span);
            let ident = syn::Ident::new("next", proc_macro2::Span::call_site());
            let segment = syn::PathSegment::from(ident);
            let arguments: Vec<Arg<'_>> = Vec::new();
            let next = self.call_member_of(member, &own, &segment, Some(receiver), arguments, span);
            let ty = Ty::Iter(Box::new(IterTy::Own(own, item)));
            return Ok(expr(ExprKind::Iter(IterOp::Plain, vec![value, held, next]), ty, span));
        }
        if self.checker.implements(&self.infer, &own, into, &[], 0) {
            let members = self.checker.trait_function(&self.infer, &own, into, None, "into_iter");
            if let Some(member) = members.first().copied() {
                let ident = syn::Ident::new("into_iter", proc_macro2::Span::call_site());
                let segment = syn::PathSegment::from(ident);
                let arguments: Vec<Arg<'_>> = Vec::new();
                let made =
                    self.call_member_of(member, &own, &segment, Some(value), arguments, span);
                return self.iterator_of(made);
            }
        }
        Err(value)
    }

    /// `slice.get(i)`, `slice.get(a..b)`.
    pub(crate) fn slice_get(
        &mut self,
        receiver: &hir::Expr,
        is_mut: bool,
        index: &Expr,
        (place, span): (Span, Span),
    ) -> Option<hir::Expr> {
        let mutability = written::mutability(is_mut);
        let slice = self.autoref(receiver.clone(), mutability);
        let suffix = if is_mut { "_mut" } else { "" };
        let mut inner = index;
        while let Expr::Paren(paren) = inner {
            inner = &paren.expr;
        }
        if let Expr::Range(range) = inner {
            let start = match &range.start {
                Some(start) => self.expr_of_type(start, &Ty::USIZE, None),
                None => expr(ExprKind::Literal(hir::ConstValue::Int(0)), Ty::USIZE, span),
            };
            let mut given = vec![Arg::Checked(slice), Arg::Checked(start)];
            let name = match (&range.end, &range.limits) {
                (Some(end), RangeLimits::HalfOpen(_)) => {
                    given.push(Arg::Checked(self.expr_of_type(end, &Ty::USIZE, None)));
                    "part"
                }
                (Some(end), RangeLimits::Closed(_)) => {
                    given.push(Arg::Checked(self.expr_of_type(end, &Ty::USIZE, None)));
                    "part_inclusive"
                }
                (None, _) => "part_from",
            };
            let name = format!("{name}{suffix}");
            return self.call_library_item("slice", &name, given, (place, span));
        }
        let value = self.expr(index, &Expect::Hint(Ty::USIZE));
        if let Ty::Iter(iter) = self.head(&value.ty)
            && let Some((start, end)) = self.range_ends(&value, &iter, span)
        {
            self.same_type(&start.ty, &Ty::USIZE, value.span);
            let name = match *iter {
                IterTy::RangeInclusive(_) => "part_inclusive",
                _ => "part",
            };
            let given = vec![Arg::Checked(slice), Arg::Checked(start), Arg::Checked(end)];
            let name = format!("{name}{suffix}");
            return self.call_library_item("slice", &name, given, (place, span));
        }
        let value = self.coerce(value, &Ty::USIZE, None);
        let given = vec![Arg::Checked(slice), Arg::Checked(value)];
        self.call_library_item("slice", &format!("element{suffix}"), given, (place, span))
    }

    /// `iterator.sum()` and `iterator.product()`: of what type is said, expected,
    /// or that of the items.
    pub(crate) fn total(
        &mut self,
        receiver: &hir::Expr,
        iter: &IterTy,
        is_sum: bool,
        turbofish: Option<&syn::AngleBracketedGenericArguments>,
        expect: &Expect,
        (place, span): (Span, Span),
    ) -> Option<hir::Expr> {
        let item = self.resolved(&iter.item());
        let (by_reference, own) = match &item {
            Ty::Reference(_, to) => (true, self.head(to)),
            other => (false, other.clone()),
        };
        let counted = own.clone();
        let ty = match turbofish.and_then(|turbofish| turbofish.args.first()) {
            Some(syn::GenericArgument::Type(syn::Type::Infer(_))) | None => {
                match expect.ty().map(|ty| self.head(ty)) {
                    Some(ty) if !matches!(ty, Ty::Var(_)) => ty,
                    _ => own,
                }
            }
            Some(syn::GenericArgument::Type(ty)) => self.written_ty(ty),
            Some(_) => Ty::Error,
        };
        if let (Ty::Int(_) | Ty::Float(_), Ty::Var(_)) = (&ty, &counted) {
            // Literals that say nothing of their type are of that of the sum.
            self.infer.unify(&counted, &ty);
        }
        if let Ty::Struct(id, arguments) = &ty
            && self.is_optional(*id)
        {
            let wanted = arguments.first().cloned().unwrap_or(Ty::Error);
            return self.total_if_all(receiver, &ty, is_sum, &wanted, (place, span));
        }
        if let Ty::Struct(..) = &ty
            && let Some(value) = self.own_total(&ty, &item, receiver, is_sum, span)
        {
            return Some(value);
        }
        let start = match (&ty, is_sum) {
            (Ty::Int(_), false) => expr(ExprKind::Literal(hir::ConstValue::Int(1)), ty, span),
            (Ty::Float(_), false) => self.float_constant(&ty.clone(), 1.0, span),
            (Ty::Float(_), true) => self.float_constant(&ty.clone(), 0.0, span),
            (Ty::Var(_), _) => {
                let one = i128::from(!is_sum);
                match self.infer.kind(&ty) {
                    Some(TyVarKind::Float) => {
                        self.infer.unify(&ty, &Ty::F32);
                        self.float_constant(&Ty::F32, one as f64, span)
                    }
                    _ => expr(ExprKind::Literal(hir::ConstValue::Int(one)), ty, span),
                }
            }
            (own, _) if self.checker.is_opaque(own) => {
                return Some(self.opaque_total(own, is_sum, span));
            }
            _ => self.default_value(&ty, span),
        };
        let name = match (is_sum, by_reference) {
            (true, true) => "sum_of_references",
            (true, false) => "sum_of_values",
            (false, true) => "product_of_references",
            (false, false) => "product_of_values",
        };
        let given = vec![Arg::Checked(receiver.clone()), Arg::Checked(start)];
        self.call_library_item("iter", name, given, (place, span))
    }

    /// The sum of what somebody wrote `impl Sum` for.
    fn own_total(
        &mut self,
        ty: &Ty,
        item: &Ty,
        receiver: &hir::Expr,
        is_sum: bool,
        span: Span,
    ) -> Option<hir::Expr> {
        let (of, name) = if is_sum { ("Sum", "sum") } else { ("Product", "product") };
        let id = self.checker.library.traits.get(of).copied()?;
        let own = self.resolved(ty);
        let by = [item.clone()];
        let members = self.checker.trait_function(&self.infer, &own, id, Some(&by), name);
        let member = members.first().copied()?;
        let ident = syn::Ident::new(name, proc_macro2::Span::call_site());
        let segment = syn::PathSegment::from(ident);
        let given = vec![Arg::Checked(receiver.clone())];
        Some(self.call_member_of(member, &own, &segment, None, given, span))
    }

    /// The sum of numbers of which only the bounds are known.
    fn opaque_total(&mut self, ty: &Ty, is_sum: bool, span: Span) -> hir::Expr {
        let name = if is_sum { "Sum" } else { "Product" };
        let Some(id) = self.checker.library.traits.get(name).copied() else { return broken(span) };
        let has_it = self.checker.as_written.assumed.iter().any(|assumed| {
            let item = &self.checker.impls[*assumed];
            item.ty == *ty && item.of.as_ref().is_some_and(|(of, _)| *of == id)
        });
        if !has_it {
            let shown = self.show(ty);
            let help = self.checker.bound_to_write(ty, &format!("core::iter::{name}"));
            return self.error(
                Diagnostic::new(E0277, format!("`{shown}` does not implement `{name}`"), span)
                    .label("asked for by what is called here")
                    .help(help.unwrap_or_default()),
            );
        }
        expr(ExprKind::Literal(hir::ConstValue::Bool(false)), ty.clone(), span)
    }

    /// `core::iter::successors(first, next)` and its kin.
    pub(crate) fn iterator_source(
        &mut self,
        name: &str,
        arguments: &[&Expr],
        span: Span,
    ) -> hir::Expr {
        let made = match (name, arguments) {
            ("once" | "repeat", [value]) => {
                let value = self.expr(value, &Expect::None);
                self.copied(&value);
                let ty = value.ty.clone();
                let iter = if name == "once" { IterTy::Once(ty) } else { IterTy::Repeat(ty) };
                Some((iter, vec![value]))
            }
            // What an `Option` without a value holds.
            ("empty", []) => {
                let item = self.fresh(TyVarKind::Any, span);
                let Some(option) = self.option_of(&item, span) else { return broken(span) };
                Some((
                    IterTy::Option(item),
                    vec![expr(ExprKind::Variant(0, Vec::new()), option, span)],
                ))
            }
            // Endlessly nothing, of which each time something is made.
            ("repeat_with", [made]) => {
                let nothing = expr(ExprKind::Tuple(Vec::new()), Ty::UNIT, span);
                let iter = IterTy::Repeat(Ty::UNIT);
                let ty = Ty::Iter(Box::new(iter.clone()));
                let endless = expr(ExprKind::Iter(IterOp::Plain, vec![nothing]), ty, span);
                let made = ignoring_its_argument(made);
                let mapped = self.adapted(&endless, &iter, "map", &[&made], (span, span));
                return mapped.unwrap_or_else(|| broken(span));
            }
            ("repeat_n", [value, count]) => {
                let value = self.expr(value, &Expect::None);
                self.copied(&value);
                let iter = IterTy::Repeat(value.ty.clone());
                let ty = Ty::Iter(Box::new(iter.clone()));
                let endless = expr(ExprKind::Iter(IterOp::Plain, vec![value]), ty, span);
                let taken = self.adapted(&endless, &iter, "take", &[count], (span, span));
                return taken.unwrap_or_else(|| broken(span));
            }
            ("successors", [first, next]) => {
                let first = self.expr(first, &Expect::None);
                let item = self.fresh(TyVarKind::Any, span);
                let Some(option) = self.option_of(&item, span) else { return broken(span) };
                let first = self.coerce(first, &option, None);
                let by = Ty::reference(Mutability::Const, item.clone());
                let next = self.closure_argument(next, &[by], &option);
                let iter = IterTy::Successors(item, next.ty.clone());
                Some((iter, vec![first, next]))
            }
            ("from_fn", [next]) => {
                let item = self.fresh(TyVarKind::Any, span);
                let Some(option) = self.option_of(&item, span) else { return broken(span) };
                let next = self.closure_argument(next, &[], &option);
                let iter = IterTy::FromFn(item, next.ty.clone());
                Some((iter, vec![next]))
            }
            ("zip", [left, right]) => {
                let left = self.expr(left, &Expect::None);
                return match self.iterator_of(left) {
                    Ok(left) => {
                        let Ty::Iter(iter) = self.head(&left.ty) else { return broken(span) };
                        let zipped = self.adapted(&left, &iter, "zip", &[right], (span, span));
                        zipped.unwrap_or_else(|| broken(span))
                    }
                    Err(left) => {
                        self.report_not_iterated(&left);
                        broken(span)
                    }
                };
            }
            _ => None,
        };
        match made {
            Some((iter, parts)) => {
                expr(ExprKind::Iter(IterOp::Plain, parts), Ty::Iter(Box::new(iter)), span)
            }
            None => {
                self.check_all(arguments);
                self.error(Diagnostic::new(
                    E0061,
                    format!("`{name}` is not called like this"),
                    span,
                ))
            }
        }
    }

    /// `slice.iter()`, `slice.chunks(n)` and their kin.
    pub(crate) fn slice_iterator(
        &mut self,
        receiver: &hir::Expr,
        element: Ty,
        name: &str,
        arguments: &[&Expr],
        span: Span,
    ) -> Option<hir::Expr> {
        let is_mut = name.ends_with("_mut");
        let mutability = written::mutability(is_mut);
        let chunks = match name.trim_end_matches("_mut") {
            "iter" => None,
            "into_iter" => {
                let is_array = matches!(self.head(&receiver.ty), Ty::Array(..));
                if is_array && arguments.is_empty() {
                    self.copied(receiver);
                    return self.iterator_of(receiver.clone()).ok();
                }
                None
            }
            "chunks" => Some(Chunks::Any),
            "chunks_exact" => Some(Chunks::Exact),
            "rchunks" => Some(Chunks::AnyFromEnd),
            "rchunks_exact" => Some(Chunks::ExactFromEnd),
            "windows" if !is_mut => Some(Chunks::Windows),
            _ => return None,
        };
        let wanted = usize::from(chunks.is_some());
        let params = vec![Ty::USIZE; wanted];
        let values = self.arguments(&format!("`{name}`"), &params, arguments, span, None);
        if values.len() != wanted {
            return Some(broken(span));
        }
        let slice = self.autoref(receiver.clone(), mutability);
        let to = Ty::reference(mutability, Ty::Slice(Box::new(element.clone())));
        let slice = self.coerce(slice, &to, None);
        let (op, iter) = match chunks {
            None => (IterOp::Slice, IterTy::Slice(mutability, element)),
            Some(how) => (IterOp::Chunks(how), IterTy::Chunks(mutability, element, how)),
        };
        let parts = std::iter::once(slice).chain(values).collect();
        Some(expr(ExprKind::Iter(op, parts), Ty::Iter(Box::new(iter)), span))
    }

    /// `Option<T>`.
    pub(crate) fn option_of(&mut self, item: &Ty, span: Span) -> Option<Ty> {
        let scope = self.checker.source_module("core::option")?;
        match self.checker.scopes[scope].types.get("Option")? {
            crate::checker::Def::Struct(id) => {
                let option = self.open_struct(*id, span);
                if let Ty::Struct(_, arguments) = &option {
                    self.infer.unify(&arguments[0], item);
                }
                Some(option)
            }
            _ => None,
        }
    }

    /// Says what can be iterated over, where something cannot.
    pub(crate) fn report_not_iterated(&mut self, value: &hir::Expr) {
        let ty = self.head(&value.ty);
        if matches!(ty, Ty::Error | Ty::Never) {
            return;
        }
        let shown = self.show(&ty);
        let words = self.checker.quote(value.span).unwrap_or("x").to_owned();
        let diagnostic =
            Diagnostic::new(E0277, format!("`{shown}` is not an iterator"), value.span)
                .label("cannot be iterated over");
        self.report(match ty {
            Ty::Slice(_) => diagnostic.help(format!("iterate over a reference: `&{words}`")),
            Ty::Int(_) => diagnostic.help(format!("count up to it: `0..{words}`")),
            Ty::Pointer(..) => diagnostic.help(
                "make a slice of it with `core::slice::from_raw_parts`, or count with an index",
            ),
            Ty::Struct(..) => diagnostic.help(format!("write `impl Iterator for {shown}`")),
            _ => diagnostic,
        });
    }
}

/// A closure without parameters as one that takes an item and does not look at it.
fn ignoring_its_argument(made: &Expr) -> Expr {
    if let Expr::Closure(closure) = made {
        let mut closure = closure.clone();
        closure.inputs.push(syn::parse_quote!(_));
        return Expr::Closure(closure);
    }
    syn::parse_quote!(|_| (#made)())
}
