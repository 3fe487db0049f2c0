//! Iterators: what they are made of, and what is done to them.
//!
//! An iterator is no value of its own but a description of a loop: where its
//! items come from, and what happens to each on its way. What ends a chain
//! (`sum`, `fold`, `any` …) is written in Rust, in the library, as such a loop.

use crate::diagnostic::Diagnostic;
use crate::rust::check::body::{Body, Expect, Later, broken, expr};
use crate::rust::check::expressions::generic_call::Arg;
use crate::rust::check::syntax::spans;
use crate::rust::check::typing::infer::TyVarKind;
use crate::rust::check::typing::written;
use crate::rust::check::wording::unsupported;
use crate::rust::hir::{self, BinaryOp, Builtin, ExprKind, IterOp, LazyOp};
use crate::rust::types::{Adapting, Chunks, IterTy, Mapping, Mutability, Ty};
use naga::Span;
use syn::{Expr, RangeLimits};

impl Body<'_> {
    /// `a..b` as a value.
    pub(crate) fn range_value(&mut self, syntax: &syn::ExprRange, span: Span) -> hir::Expr {
        let Some(start) = &syntax.start else {
            if let Some(end) = &syntax.end {
                self.expr(end, &Expect::None);
            }
            return self.error(
                unsupported::unread("ranges without a start as values", span)
                    .help("give the start: `0..n`"),
            );
        };
        let start = self.expr(start, &Expect::None);
        let start = self.read_through(start);
        let Some(end) = &syntax.end else {
            let ty = start.ty.clone();
            let iter = Ty::Iter(Box::new(IterTy::RangeFrom(ty)));
            return expr(ExprKind::Iter(IterOp::RangeFrom, vec![start]), iter, span);
        };
        let end = self.expr(end, &Expect::Hint(start.ty.clone()));
        let end = self.read_through(end);
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
    pub(crate) fn into_iterator(&mut self, value: hir::Expr) -> Result<hir::Expr, hir::Expr> {
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
                    return self.into_iterator(inner);
                }
                Ty::Array(element, _) | Ty::Slice(element) => {
                    let slice = Ty::Slice(element.clone());
                    let wanted = Ty::reference(*mutability, slice);
                    let value = match self.try_coerce(value, &wanted) {
                        Ok(value) => value,
                        Err(value) => return Err(value),
                    };
                    let iter = IterTy::Slice(*mutability, *element);
                    let ty = Ty::Iter(Box::new(iter));
                    return Ok(expr(ExprKind::Iter(IterOp::Slice, vec![value]), ty, span));
                }
                Ty::Struct(..) => {
                    let inner = self.through_references(value.clone());
                    return match self.own_iterator(inner) {
                        Ok(own) => Ok(own),
                        Err(_) => Err(value),
                    };
                }
                _ => return Err(value),
            },
            Ty::Struct(id, arguments)
                if self.checker.structs[*id].is_library
                    && self.checker.structs[*id].hir.name == "Option" =>
            {
                let item = arguments.first().cloned().unwrap_or(Ty::Error);
                (IterOp::Plain, IterTy::Option(item))
            }
            Ty::Struct(..) => return self.own_iterator(value),
            _ => return Err(value),
        };
        let ty = Ty::Iter(Box::new(iter));
        Ok(expr(ExprKind::Iter(op, vec![value]), ty, span))
    }

    /// A value of a type that implements `Iterator` or `IntoIterator`.
    fn own_iterator(&mut self, value: hir::Expr) -> Result<hir::Expr, hir::Expr> {
        let span = value.span;
        let own = self.resolved(&value.ty);
        let traits = ["Iterator", "IntoIterator"].map(|name| self.checker.known_traits.get(name));
        let [Some(iterator), Some(into)] = traits.map(|id| id.copied()) else { return Err(value) };
        if self.checker.implements(&self.infer, &own, iterator, &[], 0) {
            let projection = crate::rust::types::Projection {
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
                return self.into_iterator(made);
            }
        }
        Err(value)
    }

    /// Methods that make an iterator, or another one of it.
    pub(crate) fn iterator_method(
        &mut self,
        receiver: &hir::Expr,
        name: &str,
        turbofish: Option<&syn::AngleBracketedGenericArguments>,
        arguments: &[&Expr],
        expect: &Expect,
        (place, span): (Span, Span),
    ) -> Option<hir::Expr> {
        if let ("sum" | "product", []) = (name, arguments) {
            let own = self.into_iterator(receiver.clone()).ok()?;
            let Ty::Iter(iter) = self.head(&own.ty) else { return None };
            let places = (place, span);
            return self.total(&own, &iter, name == "sum", turbofish, expect, places);
        }
        match self.head(&receiver.ty) {
            Ty::Array(element, _) | Ty::Slice(element) => match (name, arguments) {
                ("get" | "get_mut", [index]) => {
                    self.slice_get(receiver, name == "get_mut", index, (place, span))
                }
                _ => self.slice_iterator(receiver, *element, name, arguments, span),
            },
            Ty::Iter(iter) => self.adapted(receiver, &iter, name, arguments, (place, span)),
            Ty::Struct(id, _) => {
                let is_option = self.checker.structs[id].is_library;
                if is_option && name == "into_iter" && arguments.is_empty() {
                    return self.into_iterator(receiver.clone()).ok();
                }
                if is_option || !is_adaptor(name) {
                    return None;
                }
                if !self.checker.members_named(&self.infer, &receiver.ty, name).is_empty()
                    && !self.is_library_member(&receiver.ty.clone(), name)
                {
                    return None;
                }
                let own = self.own_iterator(receiver.clone()).ok()?;
                let Ty::Iter(iter) = self.head(&own.ty) else { return None };
                self.adapted(&own, &iter, name, arguments, (place, span))
            }
            _ => None,
        }
    }

    fn is_library_member(&self, ty: &Ty, name: &str) -> bool {
        let members = self.checker.members_named(&self.infer, ty, name);
        members.iter().all(|member| self.checker.functions[member.function].is_library)
    }

    /// `slice.get(i)`, `slice.get(a..b)`.
    fn slice_get(
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
    fn total(
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
                return match self.into_iterator(left) {
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
                self.error(Diagnostic::new(format!("`{name}` is not called like this"), span))
            }
        }
    }

    /// `slice.iter()`, `slice.chunks(n)` and their kin.
    fn slice_iterator(
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
                    return self.into_iterator(receiver.clone()).ok();
                }
                None
            }
            "chunks" => Some(Chunks::Any),
            "chunks_exact" => Some(Chunks::Exact),
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

    /// An adaptor, or one of the few methods that iterators have by themselves.
    fn adapted(
        &mut self,
        receiver: &hir::Expr,
        iter: &IterTy,
        name: &str,
        arguments: &[&Expr],
        (place, span): (Span, Span),
    ) -> Option<hir::Expr> {
        let whole = Box::new(iter.clone());
        let item = iter.item();
        let simple = match (name, arguments.len()) {
            ("enumerate", 0) => Some((Adapting::Enumerate, None)),
            ("rev", 0) => Some((Adapting::Rev, None)),
            ("copied" | "cloned", 0) => Some((Adapting::Copied, None)),
            ("flatten", 0) => Some((Adapting::Flatten, None)),
            ("step_by", 1) => Some((Adapting::StepBy, Some(arguments[0]))),
            ("take", 1) => Some((Adapting::Take, Some(arguments[0]))),
            ("skip", 1) => Some((Adapting::Skip, Some(arguments[0]))),
            _ => None,
        };
        if let Some((how, number)) = simple {
            if how == Adapting::Rev && !is_double_ended(iter) {
                return Some(
                    self.error(
                        Diagnostic::new("this iterator cannot be turned around", place)
                            .label("it has no end to start from")
                            .help("turn around what it is made of, before the other adaptors"),
                    ),
                );
            }
            let mut parts = vec![receiver.clone()];
            if let Some(number) = number {
                let value = self.expr_of_type(number, &Ty::USIZE, None);
                if how == Adapting::StepBy
                    && matches!(value.kind, ExprKind::Literal(hir::ConstValue::Int(0)))
                {
                    self.report(
                        Diagnostic::new("a step of zero never ends", value.span)
                            .help("step by at least 1"),
                    );
                }
                parts.push(value);
            }
            if how == Adapting::Copied && !matches!(self.head(&item), Ty::Reference(..)) {
                let shown = self.show(&item);
                return Some(
                    self.error(
                        Diagnostic::new(
                            format!("items of type `{shown}` are no references"),
                            place,
                        )
                        .help(format!("leave out `.{name}()`")),
                    ),
                );
            }
            let item = self.resolved(&item);
            let iter = match (how, item) {
                // The items themselves are iterated over.
                (Adapting::Flatten, _) => IterTy::Adapted(how, whole),
                _ => IterTy::Adapted(how, whole),
            };
            let ty = Ty::Iter(Box::new(iter));
            return Some(expr(ExprKind::Iter(IterOp::Adapted(how), parts), ty, span));
        }
        match (name, arguments) {
            ("iter" | "into_iter" | "by_ref" | "fuse", []) => Some(receiver.clone()),
            ("next", []) => Some(self.next_item(receiver, &item, span)),
            ("len", []) if is_counted(iter) => {
                let parts = vec![receiver.clone()];
                Some(expr(ExprKind::Builtin(Builtin::IterLen, parts), Ty::USIZE, span))
            }
            ("remainder" | "into_remainder", []) => match iter {
                IterTy::Chunks(_, _, Chunks::Exact) => {
                    let parts = vec![receiver.clone()];
                    Some(expr(ExprKind::Builtin(Builtin::Remainder, parts), item, span))
                }
                _ => None,
            },
            ("zip" | "chain", [other]) => {
                let other = self.expr(other, &Expect::None);
                let other = match self.into_iterator(other) {
                    Ok(other) => other,
                    Err(other) => {
                        let shown = self.show(&other.ty);
                        return Some(
                            self.error(
                                Diagnostic::new(
                                    format!("`{shown}` is not an iterator"),
                                    other.span,
                                )
                                .help("iterate over a reference to it: `&x`, or `x.iter()`"),
                            ),
                        );
                    }
                };
                let Ty::Iter(right) = self.head(&other.ty) else { return Some(broken(span)) };
                let (op, iter) = if name == "zip" {
                    (IterOp::Zip, IterTy::Zip(whole, right))
                } else {
                    self.same_type(&right.item(), &item, other.span);
                    (IterOp::Chain, IterTy::Chain(whole, right))
                };
                let parts = vec![receiver.clone(), other];
                Some(expr(ExprKind::Iter(op, parts), Ty::Iter(Box::new(iter)), span))
            }
            ("contains", [value]) => self.range_contains(receiver, iter, value, span),
            ("is_empty", []) => {
                let (start, end) = self.range_ends(receiver, iter, span)?;
                let op = match iter {
                    IterTy::RangeInclusive(_) => BinaryOp::Gt,
                    _ => BinaryOp::Ge,
                };
                Some(expr(ExprKind::Binary(op, Box::new(start), Box::new(end)), Ty::Bool, span))
            }
            ("start" | "end", []) => {
                let (start, end) = self.range_ends(receiver, iter, span)?;
                let value = if name == "start" { start } else { end };
                let ty = Ty::reference(Mutability::Const, value.ty.clone());
                Some(expr(ExprKind::AddressOf(Box::new(value)), ty, span))
            }
            (_, [closure]) => self.mapped(receiver, iter, name, closure, (place, span)),
            _ => None,
        }
    }

    /// `range.contains(&x)`.
    fn range_contains(
        &mut self,
        receiver: &hir::Expr,
        iter: &IterTy,
        value: &Expr,
        span: Span,
    ) -> Option<hir::Expr> {
        let (start, end) = self.range_ends(receiver, iter, span)?;
        let value = self.expr(value, &Expect::None);
        let value = self.through_references(value);
        self.same_type(&value.ty, &start.ty, value.span);
        let ty = start.ty.clone();
        let local = self.declare("", ty.clone(), false, value.span);
        let place = expr(ExprKind::Local(local), ty.clone(), value.span);
        let upper =
            if matches!(iter, IterTy::RangeInclusive(_)) { BinaryOp::Le } else { BinaryOp::Lt };
        let above = ExprKind::Binary(BinaryOp::Le, Box::new(start), Box::new(place.clone()));
        let below = ExprKind::Binary(upper, Box::new(place), Box::new(end));
        let above = expr(above, Ty::Bool, span);
        let below = expr(below, Ty::Bool, span);
        let both = ExprKind::Lazy(LazyOp::And, Box::new(above), Box::new(below));
        let pattern = hir::Pattern { kind: hir::PatternKind::Bind(local), ty, span: value.span };
        let statements = vec![hir::Statement::Let(pattern, Some(value), span)];
        let both = expr(both, Ty::Bool, span);
        let block = hir::Block { statements, value: Some(Box::new(both)) };
        Some(expr(ExprKind::Block(None, block), Ty::Bool, span))
    }

    /// The ends of a range.
    fn range_ends(
        &mut self,
        receiver: &hir::Expr,
        iter: &IterTy,
        span: Span,
    ) -> Option<(hir::Expr, hir::Expr)> {
        let (IterTy::Range(ty) | IterTy::RangeInclusive(ty)) = iter else { return None };
        if let ExprKind::Iter(IterOp::Range | IterOp::RangeInclusive, parts) = &receiver.kind {
            return Some((parts.first()?.clone(), parts.get(1)?.clone()));
        }
        let end = |at| expr(ExprKind::Field(Box::new(receiver.clone()), at), ty.clone(), span);
        Some((end(0), end(1)))
    }

    /// `iterator.next()`.
    fn next_item(&mut self, receiver: &hir::Expr, item: &Ty, span: Span) -> hir::Expr {
        let Some(option) = self.option_of(item, span) else { return broken(span) };
        let mut place = receiver.clone();
        if crate::rust::check::expressions::place::is_place(&place) {
            self.writable(&mut place, "borrow");
        }
        expr(ExprKind::Next(Box::new(place)), option, span)
    }

    /// `Option<T>`.
    pub(crate) fn option_of(&mut self, item: &Ty, span: Span) -> Option<Ty> {
        let scope = self.checker.source_module("core::option")?;
        match self.checker.scopes[scope].types.get("Option")? {
            crate::rust::check::checker::Def::Struct(id) => {
                let option = self.open_struct(*id, span);
                if let Ty::Struct(_, arguments) = &option {
                    self.infer.unify(&arguments[0], item);
                }
                Some(option)
            }
            _ => None,
        }
    }

    /// An adaptor with a closure.
    fn mapped(
        &mut self,
        receiver: &hir::Expr,
        iter: &IterTy,
        name: &str,
        closure: &Expr,
        (_, span): (Span, Span),
    ) -> Option<hir::Expr> {
        let item = iter.item();
        let by_reference = Ty::reference(Mutability::Const, item.clone());
        let how = match name {
            "map" => Mapping::Map,
            "filter" => Mapping::Filter,
            "filter_map" => Mapping::FilterMap,
            "flat_map" => Mapping::FlatMap,
            "take_while" => Mapping::TakeWhile,
            "skip_while" => Mapping::SkipWhile,
            "map_while" => Mapping::MapWhile,
            "inspect" => Mapping::Inspect,
            _ => return None,
        };
        let open = self.fresh(TyVarKind::Any, span);
        let (input, output) = match how {
            Mapping::Map | Mapping::FlatMap => (item, open.clone()),
            Mapping::FilterMap | Mapping::MapWhile => {
                let option = self.option_of(&open, span)?;
                (item, option)
            }
            Mapping::Inspect => (by_reference, Ty::UNIT),
            _ => (by_reference, Ty::Bool),
        };
        let closure = self.closure_argument(closure, &[input], &output);
        let closure_ty = closure.ty.clone();
        let mut parts = vec![receiver.clone(), closure];
        let made = match how {
            Mapping::FlatMap => {
                // What the closure returns is iterated over in turn; how is seen by
                // its type.
                let local = self.declare("", open.clone(), false, span);
                let value = expr(ExprKind::Local(local), open.clone(), span);
                parts.push(value.clone());
                let inner = match self.into_iterator(value) {
                    Ok(inner) => inner,
                    Err(value) => {
                        let shown = self.show(&value.ty);
                        return Some(self.error(Diagnostic::new(
                            format!("`{shown}` is not an iterator"),
                            parts[1].span,
                        )));
                    }
                };
                let item = match self.head(&inner.ty) {
                    Ty::Iter(inner) => inner.item(),
                    _ => Ty::Error,
                };
                parts.push(inner);
                item
            }
            // The items stay what they are.
            Mapping::Filter | Mapping::TakeWhile | Mapping::SkipWhile | Mapping::Inspect => {
                iter.item()
            }
            _ => open,
        };
        let iter = IterTy::Mapped(how, Box::new(iter.clone()), closure_ty, made);
        Some(expr(ExprKind::Iter(IterOp::Mapped(how), parts), Ty::Iter(Box::new(iter)), span))
    }

    /// Something to call, as an argument: a closure, a function by name, or a
    /// variable that holds a closure.
    pub(crate) fn closure_argument(
        &mut self,
        syntax: &Expr,
        inputs: &[Ty],
        output: &Ty,
    ) -> hir::Expr {
        if let Some(value) = self.callable(syntax, inputs, Some(output)) {
            return value;
        }
        let value = self.expr(syntax, &Expect::None);
        let value = self.through_references(value);
        match self.head(&value.ty) {
            Ty::Closure(id) => {
                let item = self.checker.closures[id].clone();
                if item.params.len() == inputs.len() {
                    for (param, input) in item.params.iter().zip(inputs) {
                        self.same_type(input, param, value.span);
                    }
                    self.same_type(&item.result, output, value.span);
                }
                value
            }
            Ty::Error => value,
            _ => {
                let place = spans::of_expr(syntax);
                let shown = self.show(&value.ty);
                self.error(
                    Diagnostic::new(format!("expected a closure, found `{shown}`"), place)
                        .help("write `|x| …`"),
                )
            }
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
        let diagnostic = Diagnostic::new(format!("`{shown}` is not an iterator"), value.span)
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

    /// Notes that the numbers of a range must be integers.
    pub(crate) fn counted(&mut self, iter: &IterTy, span: Span) {
        match iter {
            IterTy::Range(ty) | IterTy::RangeInclusive(ty) | IterTy::RangeFrom(ty) => {
                self.later.push(Later::Integer { ty: ty.clone(), span, what: "counted" });
            }
            IterTy::Mapped(_, inner, ..) | IterTy::Adapted(_, inner) => self.counted(inner, span),
            IterTy::Zip(left, right) | IterTy::Chain(left, right) => {
                self.counted(left, span);
                self.counted(right, span);
            }
            _ => {}
        }
    }
}

/// Whether an iterator can start at its other end.
fn is_double_ended(iter: &IterTy) -> bool {
    match iter {
        IterTy::RangeFrom(_)
        | IterTy::Repeat(_)
        | IterTy::Successors(..)
        | IterTy::FromFn(..)
        | IterTy::Own(..) => false,
        IterTy::Mapped(how, inner, ..) => {
            matches!(how, Mapping::Map | Mapping::Filter | Mapping::FilterMap | Mapping::Inspect)
                && is_double_ended(inner)
        }
        IterTy::Adapted(how, inner) => match how {
            Adapting::Flatten => false,
            // These need to know how many items there are.
            Adapting::Enumerate | Adapting::StepBy | Adapting::Take | Adapting::Skip => {
                is_counted(inner)
            }
            Adapting::Copied | Adapting::Rev => is_double_ended(inner),
        },
        IterTy::Zip(left, right) => is_counted(left) && is_counted(right),
        IterTy::Chain(left, right) => is_double_ended(left) && is_double_ended(right),
        _ => true,
    }
}

/// Whether it is known beforehand how many items there are.
fn is_counted(iter: &IterTy) -> bool {
    match iter {
        IterTy::Range(_)
        | IterTy::RangeInclusive(_)
        | IterTy::Slice(..)
        | IterTy::Array(..)
        | IterTy::Chunks(..)
        | IterTy::Once(_) => true,
        IterTy::Mapped(how, inner, ..) => {
            matches!(how, Mapping::Map | Mapping::Inspect) && is_counted(inner)
        }
        IterTy::Adapted(how, inner) => *how != Adapting::Flatten && is_counted(inner),
        IterTy::Zip(left, right) => is_counted(left) && is_counted(right),
        _ => false,
    }
}

/// The methods that make an iterator of another.
fn is_adaptor(name: &str) -> bool {
    [
        "map",
        "filter",
        "filter_map",
        "flat_map",
        "take_while",
        "skip_while",
        "map_while",
        "inspect",
        "enumerate",
        "step_by",
        "take",
        "skip",
        "copied",
        "cloned",
        "flatten",
        "zip",
        "chain",
        "by_ref",
        "into_iter",
        "fuse",
    ]
    .contains(&name)
}
