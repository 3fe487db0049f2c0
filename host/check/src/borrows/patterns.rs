//! Patterns: what they look at, take and lend.

use super::build::{Builder, Spot, Value};
use super::graph::{AccessKind, Part, Place};
use super::slots;
use super::values::mutability;
use warpbench_hir::types::Ty;
use warpbench_hir::{Expr, Pattern, PatternKind};

impl Builder<'_> {
    /// Gives the variables of a pattern their values.
    pub(super) fn bind_value(&mut self, pattern: &Pattern, value: &Expr) {
        if let PatternKind::Bind(id) = pattern.kind {
            let given = self.value(value);
            self.define(id, &pattern.ty, &given, value.span);
            return;
        }
        let spot = self.place(value);
        self.bind(pattern, &spot);
    }

    /// Takes a value apart that has been computed.
    pub(super) fn bind_computed(&mut self, pattern: &Pattern, value: &Value, ty: &Ty) {
        if let PatternKind::Bind(id) = pattern.kind {
            self.define(id, ty, value, pattern.span);
            return;
        }
        let temp = value.temp.unwrap_or_else(|| self.variable(ty));
        let spot = Spot { place: Place::of(temp), slots: self.graph.vars[temp].clone() };
        self.bind(pattern, &spot);
    }

    /// Takes apart what lies at a place.
    pub(super) fn bind(&mut self, pattern: &Pattern, spot: &Spot) {
        let span = pattern.span;
        match &pattern.kind {
            PatternKind::Any => {}
            PatternKind::Bind(id) => {
                let value = self.read(spot, &pattern.ty, false, span);
                self.define(*id, &pattern.ty, &value, span);
            }
            PatternKind::BindRef(id) => {
                let Some(ty) = self.locals.get(*id).map(|local| local.ty.clone()) else { return };
                let value = self.lend(spot, mutability(&ty), false, span);
                self.define(*id, &ty, &value, span);
            }
            PatternKind::At(own, inner) => {
                self.bind(own, spot);
                self.bind(inner, spot);
            }
            PatternKind::Deref(inner) => {
                let spot = self.dereferenced(spot, mutability(&pattern.ty));
                self.bind(inner, &spot);
            }
            PatternKind::Variant(_, parts) | PatternKind::Parts(parts) => {
                self.bind_fields(parts, spot, &pattern.ty);
            }
            PatternKind::Slice(first, middle, last) => {
                for (at, part) in first.iter().enumerate() {
                    self.bind_element(part, spot, Part::Nth(at));
                }
                if let Some(middle) = middle {
                    self.bind_element(middle, spot, Part::Rest);
                }
                for (at, part) in last.iter().rev().enumerate() {
                    self.bind_element(part, spot, Part::NthBack(at));
                }
            }
            PatternKind::Value(_) | PatternKind::Range(..) => {}
            PatternKind::Or(several) => {
                for one in several {
                    self.bind(one, spot);
                }
            }
        }
    }

    /// Looks whether what lies at a place fits a pattern.
    pub(super) fn look(&mut self, pattern: &Pattern, spot: &Spot) {
        match &pattern.kind {
            PatternKind::Any | PatternKind::Bind(_) | PatternKind::BindRef(_) => {}
            PatternKind::At(_, inner) => self.look(inner, spot),
            PatternKind::Deref(inner) => {
                let spot = self.dereferenced(spot, mutability(&pattern.ty));
                self.look(inner, &spot);
            }
            PatternKind::Variant(_, parts) => {
                self.access(spot.place.clone(), AccessKind::Read, None, None, pattern.span);
                self.look_at_fields(parts, spot, &pattern.ty);
            }
            PatternKind::Parts(parts) => self.look_at_fields(parts, spot, &pattern.ty),
            PatternKind::Slice(first, middle, last) => {
                for part in first.iter().chain(middle.as_deref()).chain(last) {
                    let place = spot.place.part(Part::Index);
                    self.look(part, &Spot { place, slots: spot.slots.clone() });
                }
            }
            PatternKind::Value(_) | PatternKind::Range(..) => {
                self.access(spot.place.clone(), AccessKind::Read, None, None, pattern.span);
            }
            PatternKind::Or(several) => {
                for one in several {
                    self.look(one, spot);
                }
            }
        }
    }

    fn look_at_fields(&mut self, parts: &[(u32, Pattern)], spot: &Spot, ty: &Ty) {
        for (field, part) in parts {
            let spot = self.field(spot, ty, *field);
            self.look(part, &spot);
        }
    }

    fn bind_fields(&mut self, parts: &[(u32, Pattern)], spot: &Spot, ty: &Ty) {
        for (field, part) in parts {
            let spot = self.field(spot, ty, *field);
            self.bind(part, &spot);
        }
    }

    fn bind_element(&mut self, pattern: &Pattern, spot: &Spot, part: Part) {
        let spot = Spot { place: spot.place.part(part), slots: spot.slots.clone() };
        if let PatternKind::Bind(id) | PatternKind::BindRef(id) = pattern.kind
            && part == Part::Rest
            && let Some(local) = self.locals.get(id)
            && let Ty::Reference(..) = &local.ty
            && slots::count(self.checker, &local.ty) == spot.slots.len() + 1
        {
            // What is between the first and the last is lent as a slice.
            let ty = local.ty.clone();
            let value = self.lend(&spot, mutability(&ty), false, pattern.span);
            self.define(id, &ty, &value, pattern.span);
            return;
        }
        self.bind(pattern, &spot);
    }
}
