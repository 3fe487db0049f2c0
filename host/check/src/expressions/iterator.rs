//! Iterators: what they are made of, and what is done to them.
//!
//! An iterator is no value of its own but a description of a loop: where its
//! items come from, and what happens to each on its way. What ends a chain
//! (`sum`, `fold`, `any` …) is written in Rust, in the library, as such a loop.

use crate::body::{Body, Expect, Later, broken, expr};
use crate::expressions::assignment::Change;
use crate::expressions::generic_call::Arg;
use crate::expressions::iterator_size::{has_exact_size, is_counted, is_double_ended};
use crate::expressions::place::{cannot_move, is_place, root};
use crate::syntax::spans;
use crate::typing::infer::TyVarKind;
use naga::Span;
use syn::Expr;
use warpbench_codes::{Code, E0271, E0277, E0599, K0002, S0017};
use warpbench_hir::types::{Adapting, Chunks, IterTy, Mapping, Mutability, Ty};
use warpbench_hir::{self as hir, BinaryOp, Builtin, ExprKind, IterOp, LazyOp};
use warpbench_source::diagnostic::Diagnostic;

impl Body<'_> {
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
            let own = self.iterator_of(receiver.clone()).ok()?;
            let Ty::Iter(iter) = self.head(&own.ty) else { return None };
            let places = (place, span);
            return self.total(&own, &iter, name == "sum", turbofish, expect, places);
        }
        if let ("collect", []) = (name, arguments)
            && self.is_library_member(&receiver.ty.clone(), name)
        {
            return self.collected(receiver, turbofish, expect, (place, span));
        }
        match self.head(&receiver.ty) {
            Ty::Array(element, _) | Ty::Slice(element) => match (name, arguments) {
                ("get" | "get_mut", [index]) => {
                    self.slice_get(receiver, name == "get_mut", index, (place, span))
                }
                ("get_unchecked" | "get_unchecked_mut", [index]) => {
                    self.part_unchecked(receiver, name, index, (place, span))
                }
                ("copy_within", [range, to]) => {
                    self.copy_within(receiver, range, to, (place, span))
                }
                _ => self.slice_iterator(receiver, *element, name, arguments, span),
            },
            Ty::Iter(iter) => self.adapted(receiver, &iter, name, arguments, (place, span)),
            Ty::Struct(id, _) => {
                let is_option = self.checker.structs[id].is_library
                    && ["Option", "Result"].contains(&self.checker.structs[id].hir.name.as_str());
                if is_option && name == "into_iter" && arguments.is_empty() {
                    return self.iterator_of(receiver.clone()).ok();
                }
                if let ("rev", []) = (name, arguments)
                    && self.is_library_member(&receiver.ty.clone(), name)
                {
                    return self.reversed(receiver, (place, span));
                }
                // What a parameter has by its bounds, an instance has by itself.
                let is_promised = self.checker.is_opaque(&self.head(&receiver.ty))
                    && matches!(name, "rev" | "len");
                if is_option || !(is_adaptor(name) || is_promised) {
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

    /// Notes that an iterator goes into another one. One that a reference leads to is lent.
    fn taken(&mut self, iterator: &hir::Expr) {
        match &iterator.kind {
            _ if root(iterator).is_some() => self.copied(iterator),
            ExprKind::Field(..) | ExprKind::Index(..) if is_place(iterator) => {
                if self.is_in_library() {
                    return;
                }
                let is_element = matches!(iterator.kind, ExprKind::Index(..));
                let diagnostic = cannot_move("an iterator", iterator.span, is_element);
                self.report(diagnostic.help("write `.by_ref()` in front, which borrows it"));
            }
            _ => {}
        }
    }

    fn is_library_member(&self, ty: &Ty, name: &str) -> bool {
        let members = self.checker.members_named(&self.infer, ty, name);
        members.iter().all(|member| self.checker.functions[member.function].is_library)
    }

    /// An adaptor, or one of the few methods that iterators have by themselves.
    pub(crate) fn adapted(
        &mut self,
        receiver: &hir::Expr,
        iter: &IterTy,
        name: &str,
        arguments: &[&Expr],
        (place, span): (Span, Span),
    ) -> Option<hir::Expr> {
        let whole = Box::new(iter.clone());
        let item = iter.item();
        // An iterator in a variable goes into the one that is made of it.
        if is_adaptor(name) && name != "by_ref" || name == "rev" {
            self.taken(receiver);
        }
        if let ("cloned", Ty::Reference(_, to)) = (name, &item)
            && let Some(refused) = self.refused_clone(to, 1, span)
        {
            return Some(refused);
        }
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
            if how == Adapting::Rev && !self.is_double_ended(iter) {
                if let Some(turned) = self.reversed(receiver, (place, span)) {
                    return Some(turned);
                }
                return Some(self.error(one_way(
                    E0277,
                    "this iterator cannot be turned around",
                    place,
                )));
            }
            let mut parts = vec![receiver.clone()];
            if let Some(number) = number {
                let value = self.expr_of_type(number, &Ty::USIZE, None);
                if how == Adapting::StepBy
                    && matches!(value.kind, ExprKind::Literal(hir::ConstValue::Int(0)))
                {
                    self.report(
                        Diagnostic::new(S0017, "a step of zero never ends", value.span)
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
                            E0271,
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
            ("by_ref", [])
                if is_place(receiver) && !matches!(receiver.kind, ExprKind::Deref(_)) =>
            {
                let (own, span) = (receiver.ty.clone(), receiver.span);
                let by = Ty::reference(Mutability::Mut, own.clone());
                let lent = expr(ExprKind::AddressOf(Box::new(receiver.clone())), by, span);
                Some(expr(ExprKind::Deref(Box::new(lent)), own, span))
            }
            ("iter" | "into_iter" | "by_ref" | "fuse", []) => Some(receiver.clone()),
            ("next", []) => {
                let (place, option) = self.stepped(receiver, &item, span)?;
                Some(expr(ExprKind::Next(place), option, span))
            }
            ("next_back", []) => {
                if !self.is_double_ended(iter) {
                    return Some(self.error(one_way(
                        E0599,
                        "this iterator has no end to take from",
                        place,
                    )));
                }
                let (place, option) = self.stepped(receiver, &item, span)?;
                Some(expr(ExprKind::NextBack(place), option, span))
            }
            ("eq" | "ne" | "lt" | "le" | "gt" | "ge" | "cmp" | "partial_cmp", [other]) => {
                self.items_compared(receiver, name, other, (place, span))
            }
            ("len" | "size_hint", [])
                if self.has_exact_size(iter) || name == "size_hint" && is_counted(iter) =>
            {
                let parts = vec![receiver.clone()];
                let len = expr(ExprKind::Builtin(Builtin::IterLen, parts), Ty::USIZE, span);
                if name == "len" {
                    return Some(len);
                }
                let given = vec![Arg::Checked(len)];
                self.call_library_item("backwards", "exact_hint", given, (place, span))
            }
            ("size_hint", []) => Some(
                self.error(
                    Diagnostic::new(
                        K0002,
                        "how many items there are is not known beforehand",
                        place,
                    )
                    .help("count them, `count()`, or ask what they are made of, `x.len()`"),
                ),
            ),
            ("remainder" | "into_remainder", []) => match iter {
                IterTy::Chunks(_, _, Chunks::Exact | Chunks::ExactFromEnd) => {
                    let parts = vec![receiver.clone()];
                    Some(expr(ExprKind::Builtin(Builtin::Remainder, parts), item, span))
                }
                _ => None,
            },
            ("zip" | "chain", [other]) => {
                let other = self.expr(other, &Expect::None);
                let other = match self.iterator_of(other) {
                    Ok(other) => other,
                    // Nothing is known of it that could be wrong.
                    Err(other) if self.head(&other.ty) == Ty::Error => return Some(broken(span)),
                    Err(other) => {
                        let shown = self.show(&other.ty);
                        return Some(
                            self.error(
                                Diagnostic::new(
                                    E0277,
                                    format!("`{shown}` is not an iterator"),
                                    other.span,
                                )
                                .help("iterate over a reference to it: `&x`, or `x.iter()`"),
                            ),
                        );
                    }
                };
                let Ty::Iter(right) = self.head(&other.ty) else { return Some(broken(span)) };
                self.taken(&other);
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
                Some(self.comparison(op, start, end, span))
            }
            ("start" | "end", []) => {
                let (start, end) = self.range_ends(receiver, iter, span)?;
                let value = if name == "start" { start } else { end };
                let ty = Ty::reference(Mutability::Const, value.ty.clone());
                Some(expr(ExprKind::AddressOf(Box::new(value)), ty, span))
            }
            ("scan", [state, closure]) => self.scanned(receiver, iter, state, closure, span),
            ("cycle", []) if is_counted(iter) => {
                let cycled = IterTy::Adapted(Adapting::Cycle, whole);
                let parts = vec![receiver.clone()];
                let op = IterOp::Adapted(Adapting::Cycle);
                Some(expr(ExprKind::Iter(op, parts), Ty::Iter(Box::new(cycled)), span))
            }
            ("cycle", []) => Some(
                self.error(
                    Diagnostic::new(K0002, "this iterator cannot start again", place)
                        .label("how many items there are is not known beforehand")
                        .help("cycle over what it is made of: `x.iter().cycle()`"),
                ),
            ),
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
        let above = self.comparison(BinaryOp::Le, start, place.clone(), span);
        let below = self.comparison(upper, place, end, span);
        let both = ExprKind::Lazy(LazyOp::And, Box::new(above), Box::new(below));
        let pattern = hir::Pattern { kind: hir::PatternKind::Bind(local), ty, span: value.span };
        let statements = vec![hir::Statement::Let(pattern, Some(value), span)];
        let both = expr(both, Ty::Bool, span);
        let block = hir::Block { statements, value: Some(Box::new(both)) };
        Some(expr(ExprKind::Block(None, block), Ty::Bool, span))
    }

    /// The ends of a range.
    pub(crate) fn range_ends(
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

    /// The place of an iterator of which one item is taken, and the type of what comes
    /// of that.
    fn stepped(
        &mut self,
        receiver: &hir::Expr,
        item: &Ty,
        span: Span,
    ) -> Option<(Box<hir::Expr>, Ty)> {
        let option = self.option_of(item, span)?;
        let mut place = receiver.clone();
        if crate::expressions::place::is_place(&place) {
            self.writable(&mut place, Change::Borrow);
        }
        Some((Box::new(place), option))
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
                let inner = match self.iterator_of(value) {
                    Ok(inner) => inner,
                    Err(value) if self.head(&value.ty) == Ty::Error => return Some(broken(span)),
                    Err(value) => {
                        let shown = self.show(&value.ty);
                        return Some(self.error(Diagnostic::new(
                            E0277,
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

    /// `iterator.scan(state, closure)`: a variable holds the state, and each item goes
    /// to the closure behind a reference to it.
    fn scanned(
        &mut self,
        receiver: &hir::Expr,
        iter: &IterTy,
        state: &Expr,
        closure: &Expr,
        span: Span,
    ) -> Option<hir::Expr> {
        let state = self.expr(state, &Expect::None);
        let local = self.declare("", state.ty.clone(), true, span);
        self.locals[local].is_borrowed = true;
        let held = expr(ExprKind::Local(local), state.ty.clone(), span);
        let by = Ty::reference(Mutability::Mut, state.ty.clone());
        // The variable lives as long as the iterator, so that nothing is lent.
        let pointer = Ty::Pointer(Mutability::Mut, Box::new(state.ty.clone()));
        let reference = expr(ExprKind::AddressOf(Box::new(held)), pointer, span);
        let open = self.fresh(TyVarKind::Any, span);
        let option = self.option_of(&open, span)?;
        let closure = self.closure_argument(closure, &[by, iter.item()], &option);
        let closure_ty = closure.ty.clone();
        let scanned = IterTy::Mapped(Mapping::Scan, Box::new(iter.clone()), closure_ty, open);
        let ty = Ty::Iter(Box::new(scanned));
        let parts = vec![receiver.clone(), closure, reference];
        let value = expr(ExprKind::Iter(IterOp::Mapped(Mapping::Scan), parts), ty.clone(), span);
        let bound = hir::PatternKind::Bind(local);
        let pattern = hir::Pattern { kind: bound, ty: state.ty.clone(), span };
        let statements = vec![hir::Statement::Let(pattern, Some(state), span)];
        let block = hir::Block { statements, value: Some(Box::new(value)) };
        Some(expr(ExprKind::Block(None, block), ty, span))
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
                    Diagnostic::new(E0277, format!("expected a closure, found `{shown}`"), place)
                        .help("write `|x| …`"),
                )
            }
        }
    }

    fn is_double_ended(&self, iter: &IterTy) -> bool {
        let known = self.resolved(&Ty::Iter(Box::new(iter.clone())));
        matches!(known, Ty::Iter(known) if is_double_ended(&known))
            || self.is_promised(iter, "DoubleEndedIterator")
    }

    /// Whether an iterator says how many items it has.
    fn has_exact_size(&self, iter: &IterTy) -> bool {
        let known = self.resolved(&Ty::Iter(Box::new(iter.clone())));
        matches!(known, Ty::Iter(known) if has_exact_size(&known))
            || self.is_promised(iter, "ExactSizeIterator")
    }

    /// Whether an iterator is made of a parameter that is promised to have a trait.
    fn is_promised(&self, iter: &IterTy, name: &str) -> bool {
        let Some(wanted) = self.checker.library.traits.get(name) else { return false };
        match iter {
            IterTy::Own(own, _) => {
                let own = self.resolved(own);
                self.checker.is_opaque(&own)
                    && self.checker.implements(&self.infer, &own, *wanted, &[], 0)
            }
            IterTy::Mapped(_, inner, ..) | IterTy::Adapted(_, inner) => {
                self.is_promised(inner, name)
            }
            IterTy::Zip(left, right) | IterTy::Chain(left, right) => {
                self.is_promised(left, name) || self.is_promised(right, name)
            }
            _ => false,
        }
    }

    /// Notes that the numbers of a range must be integers.
    pub(crate) fn counted(&mut self, iter: &IterTy, span: Span) {
        match iter {
            IterTy::Range(ty) | IterTy::RangeInclusive(ty) | IterTy::RangeFrom(ty) => {
                self.waiting.checks.push(Later::Integer { ty: ty.clone(), span, what: "counted" });
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

/// What is said of an iterator that only goes forwards.
fn one_way(code: Code, message: &str, place: Span) -> Diagnostic {
    Diagnostic::new(code, message, place)
        .label("it has no end to start from")
        .help("turn around what it is made of, before the other adaptors")
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
        "scan",
        "cycle",
        "zip",
        "chain",
        "by_ref",
        "into_iter",
        "fuse",
    ]
    .contains(&name)
}
