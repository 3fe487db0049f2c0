//! Statics in shared memory, and arrays in shared memory as a whole.
//!
//! A static that is an array is declared by its elements, like `shared_array!`, so
//! that its name and a pointer to its first element can be used side by side.

use super::Lowering;
use super::frame::Frame;
use super::memory::RootPlace;
use super::place::PlaceExpr;
use super::types::unsupported;
use super::unit::Unit;
use super::value::{Base, Pointer, Value};
use naga::{Expression, Span};
use warpbench_hir::StaticId;
use warpbench_hir::types::{Len, Ty};

/// The most elements that are read or written one by one.
const MOST_ELEMENTS: u32 = 4096;

impl<'a> Unit<'a> {
    /// What a `MaybeUninit` holds, which lies in memory as if it were not around it.
    pub(super) fn unwrapped<'t>(&self, ty: &'t Ty) -> &'t Ty
    where
        'a: 't,
    {
        match ty {
            Ty::Struct(id, _) => match self.program.structs.get(*id) {
                Some(item) if item.name.starts_with("MaybeUninit") && item.fields.len() == 1 => {
                    self.unwrapped(&item.fields[0].ty)
                }
                _ => ty,
            },
            _ => ty,
        }
    }
}

impl Frame<'_, '_> {
    /// A pointer to a static in shared memory.
    pub(super) fn shared_static(&mut self, id: StaticId, span: Span) -> Lowering<Value> {
        let program = self.unit.program;
        let Some(item) = program.statics.get(id) else {
            return Err(unsupported("this static", span));
        };
        let site = item.span.to_range().map_or(0, |range| range.start as u32);
        let root = match self.unit.shared.get(&site).copied() {
            Some(root) => root,
            None => {
                let (element, len) = match self.unit.unwrapped(&item.ty) {
                    Ty::Array(element, Len::Known(len)) => (&**element, *len),
                    ty => (ty, 1),
                };
                let bytes = self.bytes_of(element, item.span)?.checked_mul(len);
                let bytes = bytes.ok_or_else(|| unsupported("so large a static", item.span))?;
                let place = RootPlace::Shared(bytes);
                let root = self.unit.add_root(&item.name, place, element, item.span)?;
                self.unit.shared.insert(site, root);
                root
            }
        };
        Ok(Value::Pointer(Pointer { base: Base::Memory(root), terms: Vec::new() }))
    }

    /// The elements of an array in shared memory that is declared by its elements:
    /// their type, and how many there are.
    pub(super) fn shared_elements(&self, pointer: &Pointer, whole: &Ty) -> Option<(Ty, u32)> {
        let Base::Memory(root) = pointer.base else { return None };
        let root = self.unit.roots.get(root)?;
        match whole {
            Ty::Array(element, Len::Known(len)) if !root.is_buffer && **element == root.element => {
                Some(((**element).clone(), *len))
            }
            _ => None,
        }
    }

    /// Reads all elements of an array in memory.
    pub(super) fn read_elements(
        &mut self,
        pointer: &Pointer,
        (element, len): (Ty, u32),
        whole: &Ty,
        span: Span,
    ) -> Lowering<Value> {
        let mut components = Vec::new();
        for place in self.element_places(pointer, &element, len, span)? {
            let value = self.read(place, span)?;
            components.push(self.plain(value, &element, span)?);
        }
        let ty = self.naga_type(whole, span)?;
        let array = self.append(Expression::Compose { ty, components }, span);
        self.unpack(array, whole, span)
    }

    /// Writes all elements of an array in memory.
    pub(super) fn write_elements(
        &mut self,
        pointer: &Pointer,
        (element, len): (Ty, u32),
        (value, whole): (Value, &Ty),
        span: Span,
    ) -> Lowering<()> {
        let array = self.plain(value, whole, span)?;
        let places = self.element_places(pointer, &element, len, span)?;
        for (at, place) in (0..).zip(places) {
            let value = self.member(array, at, span);
            let value = self.unpack(value, &element, span)?;
            self.write(place, value, span)?;
        }
        Ok(())
    }

    fn element_places(
        &mut self,
        pointer: &Pointer,
        element: &Ty,
        len: u32,
        span: Span,
    ) -> Lowering<Vec<PlaceExpr>> {
        if len > MOST_ELEMENTS {
            return Err(unsupported("so many elements at once", span));
        }
        let bytes = self.bytes_of(element, span)?;
        let each = (0..len).map(|at| {
            let index = self.u32(at);
            let pointer = self.offset(pointer.clone(), index, bytes, span);
            self.deref(Value::Pointer(pointer), element.clone(), span)
        });
        each.collect()
    }
}
