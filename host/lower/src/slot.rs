//! Variables: where they are kept, and reading and writing them.

use super::Lowering;
use super::frame::Frame;
use super::layout::in_memory;
use super::place::PlaceExpr;
use super::types::{has_array, kept_by_thread, scalar, unsupported};
use super::value::{Length, Slot, Value};
use super::wide::is_wide;
use naga::{Expression, Handle, Span, TypeInner};
use warpbench_hir::types::Ty;
use warpbench_hir::{LocalId, Pattern, PatternKind};

impl Frame<'_, '_> {
    /// Whether a variable needs a place of its own: it may change, is referred
    /// to, or holds an array, whose elements can only be reached in a place.
    pub(super) fn needs_place(&self, id: LocalId) -> bool {
        let local = self.declaration(id);
        if let Ty::Closure(_) = local.ty {
            return false;
        }
        local.is_mutable || local.is_borrowed || has_array(self.unit, &local.ty)
    }

    /// Makes a place for a variable.
    pub(super) fn declare(&mut self, id: LocalId) -> Lowering<Slot> {
        let local = self.declaration(id);
        let ty = kept_by_thread(&self.settle(&local.ty));
        let slot = if local.is_borrowed && self.unit.is_plain(&ty) {
            let naga = self.naga_type(&ty, local.span)?;
            Slot::Variable(self.add_variable(&local.name, naga, local.span), ty)
        } else {
            self.new_slot(&local.name, &ty, local.span)?
        };
        self.slots[id] = Some(slot.clone());
        Ok(slot)
    }

    /// A place for values of a type.
    pub(super) fn new_slot(&mut self, name: &str, ty: &Ty, span: Span) -> Lowering<Slot> {
        if let Some(members) = self.unit.split(ty) {
            let names: Vec<String> = match ty {
                Ty::Struct(id, _) => self.unit.program.structs[*id]
                    .fields
                    .iter()
                    .map(|field| if field.name.is_empty() { "tag" } else { &field.name })
                    .map(str::to_owned)
                    .collect(),
                _ => (0..members.len()).map(|at| at.to_string()).collect(),
            };
            let each = members.iter().zip(names).map(|(ty, part)| {
                let name = if name.is_empty() { String::new() } else { format!("{name}_{part}") };
                let ty = self.settle(ty);
                self.new_slot(&name, &ty, span)
            });
            return Ok(Slot::Parts(each.collect::<Lowering<Vec<_>>>()?));
        }
        match ty {
            Ty::Closure(_) | Ty::Iter(_) => {
                self.held.push(None);
                Ok(Slot::Held(self.held.len() - 1))
            }
            Ty::Reference(_, to) if matches!(**to, Ty::Slice(_)) => {
                let Ty::Slice(element) = &**to else { return Err(unsupported("this", span)) };
                let pointer = self.new_pointer(name, element, span)?;
                let len = if name.is_empty() { String::new() } else { format!("{name}_len") };
                let word = self.unit.insert(None, TypeInner::Scalar(naga::Scalar::U32));
                Ok(Slot::Slice(pointer, self.add_variable(&len, word, span)))
            }
            Ty::Pointer(_, to) | Ty::Reference(_, to) => {
                Ok(Slot::Pointer(self.new_pointer(name, to, span)?))
            }
            Ty::Never => Ok(Slot::Parts(Vec::new())),
            _ => {
                let naga = self.naga_type(ty, span)?;
                Ok(Slot::Variable(self.add_variable(name, naga, span), ty.clone()))
            }
        }
    }

    fn new_pointer(&mut self, name: &str, to: &Ty, span: Span) -> Lowering<usize> {
        let bytes = self.bytes_of(to, span)?;
        let word = self.unit.insert(None, TypeInner::Scalar(naga::Scalar::U32));
        let offset = self.add_variable(name, word, span);
        let align = in_memory(self.unit.program, to).map_or(bytes, |layout| layout.align);
        let moving = self.moving_pointer(name, (bytes, align), offset, span);
        self.pointers.moving.push(moving);
        Ok(self.pointers.moving.len() - 1)
    }

    pub(super) fn write_slot(&mut self, slot: &Slot, value: Value, span: Span) -> Lowering<()> {
        if self.is_dead() {
            return Ok(());
        }
        match (slot, value) {
            (_, Value::Never) => Ok(()),
            (Slot::Variable(variable, ty), value) => {
                let value = self.plain(value, ty, span)?;
                let pointer = self.local(*variable);
                self.store(pointer, value, span);
                Ok(())
            }
            (Slot::Pointer(at), Value::Pointer(pointer)) => self.write_pointer(*at, &pointer, span),
            (Slot::Slice(at, len), Value::Slice(pointer, length)) => {
                self.write_pointer(*at, &pointer, span)?;
                let value = self.length(length, span);
                let place = self.local(*len);
                self.store(place, value, span);
                Ok(())
            }
            (Slot::Held(at), value) => {
                let value = self.with_state(value)?;
                self.held[*at] = Some(value);
                Ok(())
            }
            (Slot::Parts(slots), value) => {
                let slots = slots.clone();
                let parts = self.parts(value, slots.len(), span)?;
                for (slot, part) in slots.iter().zip(parts) {
                    self.write_slot(slot, part, span)?;
                }
                Ok(())
            }
            _ => Err(unsupported("an assignment of this kind", span)),
        }
    }

    pub(super) fn read_slot(&mut self, slot: &Slot, span: Span) -> Lowering<Value> {
        match slot {
            Slot::Fixed(value) => Ok(value.clone()),
            Slot::Variable(variable, ty) => {
                let pointer = self.local(*variable);
                let handle = self.load(pointer, span);
                self.unpack(handle, ty, span)
            }
            Slot::Pointer(at) => self.read_pointer(*at, span).map(Value::Pointer),
            Slot::Slice(at, len) => {
                let pointer = self.read_pointer(*at, span)?;
                let place = self.local(*len);
                let length = self.load(place, span);
                Ok(Value::Slice(pointer, Length::Value(length)))
            }
            Slot::Parts(slots) => {
                let each = slots.iter().map(|slot| self.read_slot(slot, span));
                each.collect::<Lowering<Vec<_>>>().map(Value::Parts)
            }
            Slot::Held(at) => match self.held.get(*at).cloned().flatten() {
                Some(value) => Ok(value),
                None => Err(unsupported("something that has no value yet", span)),
            },
        }
    }

    /// A value as one of naga's.
    pub(super) fn plain(
        &mut self,
        value: Value,
        ty: &Ty,
        span: Span,
    ) -> Lowering<Handle<Expression>> {
        match value {
            Value::Plain(handle) => Ok(handle),
            Value::Never => {
                let naga = self.naga_type(ty, span)?;
                Ok(self.zero(naga))
            }
            Value::Parts(parts) if parts.is_empty() => Ok(self.u32(0)),
            Value::Parts(parts) => {
                let ty = self.settle(ty);
                let Some(members) = self.unit.split(&ty) else {
                    return Err(unsupported("a value of this kind here", span));
                };
                let each = parts.into_iter().zip(&members);
                let each = each.map(|(part, ty)| self.plain(part, ty, span));
                let components = each.collect::<Lowering<Vec<_>>>()?;
                let naga = self.naga_type(&ty, span)?;
                Ok(self.append(Expression::Compose { ty: naga, components }, span))
            }
            Value::Pointer(_) | Value::Slice(..) => {
                let naga = self.naga_type(ty, span)?;
                Ok(self.zero(naga))
            }
            Value::Closure(_) | Value::Iter(_) => {
                Err(unsupported("a closure or an iterator in memory", span))
            }
        }
    }

    /// A value of naga's in the form that its type has here.
    pub(super) fn unpack(
        &mut self,
        handle: Handle<Expression>,
        ty: &Ty,
        span: Span,
    ) -> Lowering<Value> {
        let Some(members) = self.unit.split(ty) else { return Ok(Value::Plain(handle)) };
        let each = members.iter().enumerate().map(|(at, ty)| {
            let member = self.member(handle, at as u32, span);
            self.unpack(member, ty, span)
        });
        each.collect::<Lowering<Vec<_>>>().map(Value::Parts)
    }

    /// The members of a value.
    pub(super) fn parts(&mut self, value: Value, count: usize, span: Span) -> Lowering<Vec<Value>> {
        match value {
            Value::Parts(parts) if parts.len() == count => Ok(parts),
            Value::Plain(handle) => Ok((0..count as u32)
                .map(|at| Value::Plain(self.member(handle, at, span)))
                .collect()),
            Value::Never => Ok(vec![Value::Never; count]),
            _ => Err(unsupported("a value of this kind here", span)),
        }
    }

    /// Takes a value apart into variables.
    pub(super) fn bind(&mut self, pattern: &Pattern, value: Value, span: Span) -> Lowering<()> {
        match &pattern.kind {
            PatternKind::Bind(id) if self.needs_place(*id) => {
                let slot = self.declare(*id)?;
                self.write_slot(&slot, value, span)
            }
            PatternKind::Bind(id) => {
                let value = self.given_away(value, &pattern.ty, span)?;
                let name = &self.declaration(*id).name;
                self.name_value(&value, name);
                self.slots[*id] = Some(Slot::Fixed(value));
                Ok(())
            }
            PatternKind::Any => Ok(()),
            _ => {
                let place = PlaceExpr::Value(value, self.settle(&pattern.ty));
                self.bind_place(pattern, &place, span)
            }
        }
    }

    /// Gives the numbers of a value the name of its variable.
    fn name_value(&mut self, value: &Value, name: &str) {
        match value {
            Value::Plain(handle) => self.name(*handle, name),
            Value::Pointer(pointer) => {
                if let [term] = pointer.terms.as_slice() {
                    self.name(term.index, name);
                }
            }
            Value::Parts(parts) => {
                for (at, part) in parts.iter().enumerate() {
                    self.name_value(part, &format!("{name}_{at}"));
                }
            }
            Value::Slice(..) | Value::Closure(_) | Value::Iter(_) | Value::Never => {}
        }
    }

    /// A member of a value of a type.
    pub(super) fn member_of(
        &mut self,
        value: Value,
        ty: &Ty,
        at: u32,
        span: Span,
    ) -> Lowering<Value> {
        match value {
            Value::Parts(parts) => match parts.into_iter().nth(at as usize) {
                Some(part) => Ok(part),
                None => Err(unsupported("this member", span)),
            },
            Value::Iter(iter) => self.range_end(&iter, at, span),
            Value::Plain(handle) => {
                let member = self.member(handle, at, span);
                let ty = self.field_type(ty, at);
                self.unpack(member, &ty, span)
            }
            Value::Never => Ok(Value::Never),
            _ => Err(unsupported("this member", span)),
        }
    }

    /// The type of a member of a type.
    pub(super) fn field_type(&self, ty: &Ty, at: u32) -> Ty {
        let at = at as usize;
        let field = match ty {
            Ty::Tuple(members) => members.get(at).cloned(),
            Ty::Struct(id, _) => {
                self.unit.program.structs[*id].fields.get(at).map(|field| field.ty.clone())
            }
            Ty::Four(four) => Some(four.scalar()),
            _ => None,
        };
        self.settle(&field.unwrap_or(Ty::Error))
    }

    /// Whether a type is a number or truth value.
    pub(super) fn is_scalar(&self, ty: &Ty) -> bool {
        scalar(ty).is_some() || is_wide(ty)
    }
}
