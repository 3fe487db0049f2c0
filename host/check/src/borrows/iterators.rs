//! Iterators: what they hold on to, and what their items do.
//!
//! An iterator has one region for what it needs to go on, and those of its items.

use super::build::{Builder, Value};
use super::graph::{AccessKind, Region};
use super::slots;
use warpbench_hir::types::{Adapting, IterTy, Mapping, Ty};
use warpbench_hir::{Expr, ExprKind, IterOp};

impl Builder<'_> {
    pub(super) fn iterator(&mut self, op: IterOp, parts: &[Expr], expr: &Expr) -> Value {
        if let (IterOp::Plain, [value, held, next]) = (op, parts)
            && let ExprKind::Local(held) = held.kind
        {
            return self.own_iterator(value, held, next, expr);
        }
        // The others of `flat_map` say how the items are iterated over in turn; what
        // `scan` keeps lives as long as the iterator, so that nothing is lent.
        let has_others = matches!(op, IterOp::Mapped(Mapping::FlatMap | Mapping::Scan));
        let count = if has_others { 2 } else { parts.len() };
        let parts = &parts[..count.min(parts.len())];
        let values: Vec<Value> = parts.iter().map(|part| self.value(part)).collect();
        let all: Vec<&Value> = values.iter().collect();
        let given: Vec<Vec<Region>> = values.iter().map(|value| self.slots_of(value)).collect();
        let (made, own) = self.made_of(&all, Vec::new(), &expr.ty, expr.span);
        let Some((holds, items)) = own.split_first() else { return made };
        let first = given.first().map(Vec::as_slice).unwrap_or_default();
        match op {
            IterOp::Range | IterOp::RangeInclusive | IterOp::RangeFrom => {}
            IterOp::Slice | IterOp::Array | IterOp::Chunks(_) => self.one_by_one(first, items),
            IterOp::Plain => match &expr.ty {
                Ty::Iter(iter)
                    if matches!(
                        **iter,
                        IterTy::Once(_) | IterTy::Repeat(_) | IterTy::Option(_)
                    ) =>
                {
                    self.one_by_one(first, items);
                }
                _ => {
                    for (slots, part) in given.iter().zip(parts) {
                        self.flow_any(slots, &[*holds]);
                        self.flow_any(passed_on(slots, &part.ty), items);
                    }
                }
            },
            IterOp::Mapped(how) => {
                for slots in &given {
                    self.flow_any(slots, &[*holds]);
                }
                let stays = matches!(
                    how,
                    Mapping::Filter | Mapping::TakeWhile | Mapping::SkipWhile | Mapping::Inspect
                );
                if stays {
                    self.one_by_one(items_of(first), items);
                } else {
                    if parts.get(1).is_none_or(|part| self.may_return_given(&part.ty)) {
                        self.flow_any(items_of(first), items);
                    }
                    for (slots, part) in given.iter().zip(parts).skip(1) {
                        self.flow_any(passed_on(slots, &part.ty), items);
                    }
                }
            }
            IterOp::Adapted(how) => {
                self.flow_any(first, &[*holds]);
                let inner = match how {
                    Adapting::Copied => items_of(items_of(first)),
                    _ => items_of(first),
                };
                if how == Adapting::Flatten && inner.len() != items.len() {
                    self.flow_any(inner, items);
                } else {
                    self.one_by_one(inner, items);
                }
            }
            IterOp::Zip => {
                let all: Vec<Region> =
                    given.iter().flat_map(|slots| items_of(slots)).copied().collect();
                self.one_by_one(&all, items);
                for slots in &given {
                    self.flow_any(slots, &[*holds]);
                }
            }
            IterOp::Chain => {
                for slots in &given {
                    self.one_by_one(items_of(slots), items);
                    self.flow_any(slots, &[*holds]);
                }
            }
        }
        made
    }

    fn one_by_one(&mut self, from: &[Region], to: &[Region]) {
        for (from, to) in from.iter().zip(to) {
            self.flow(*from, *to);
        }
    }

    /// A value of a type of the program: what its `next` returns are the items.
    fn own_iterator(&mut self, value: &Expr, held: usize, next: &Expr, expr: &Expr) -> Value {
        let given = self.value(value);
        self.define(held, &value.ty, &given, value.span);
        let item = self.value(next);
        let (made, own) = self.made_of(&[&item], vec![held], &expr.ty, expr.span);
        let (held, from) = (self.graph.vars[held].clone(), self.slots_of(&item));
        if let Some((holds, items)) = own.split_first() {
            self.flow_any(&held, &[*holds]);
            self.one_by_one(&from, items);
        }
        made
    }

    /// `iterator.next()`.
    pub(super) fn next(&mut self, place: &Expr, expr: &Expr) -> Value {
        let spot = self.place(place);
        let var = spot.place.var;
        self.access(spot.place, AccessKind::Mutable, None, None, place.span);
        let (made, own) = self.made_of(&[], vec![var], &expr.ty, expr.span);
        self.one_by_one(items_of(&spot.slots), &own);
        made
    }
}

/// The regions of an iterator's items.
pub(super) fn items_of(slots: &[Region]) -> &[Region] {
    slots.get(1..).unwrap_or_default()
}

/// The regions of a part of an iterator that its items may have: of a closure, those
/// of what it returns.
fn passed_on<'a>(slots: &'a [Region], ty: &Ty) -> &'a [Region] {
    if slots::holds(ty) { items_of(slots) } else { slots }
}
