//! Constants: numbers, what is made of them, and references to it, as in tables of
//! slices.
//!
//! What such a reference leads to has no place of its own, and gets one in a
//! variable. All slices of one kind share one, one behind the other, so that
//! choosing among them is choosing where to begin.

use super::Lowering;
use super::frame::Frame;
use super::place::PlaceExpr;
use super::types::{kept_by_thread, unsupported};
use super::unit::literal;
use super::value::{Base, Length, Pointer, Slot, Value};
use super::wide::is_wide;
use naga::{Expression, Handle, Literal, LocalVariable, Span};
use warpbench_hir::ConstValue;
use warpbench_hir::types::{Len, Ty};

/// The elements of all slices of one type, and how many have been given away.
struct Pool {
    element: Ty,
    values: Vec<ConstValue>,
    variable: Option<Handle<LocalVariable>>,
    given: u32,
}

impl Frame<'_, '_> {
    /// A value that is known when the program is compiled.
    pub(super) fn const_value(
        &mut self,
        value: &ConstValue,
        ty: &Ty,
        span: Span,
    ) -> Lowering<Handle<Expression>> {
        self.constant_needs_more(value, ty);
        if let Some(literal) = literal(value, ty) {
            return Ok(self.literal(literal));
        }
        match (value, ty) {
            (ConstValue::Int(value), ty) if is_wide(ty) => self.wide_number(*value, span),
            (ConstValue::Float(value), _) => Ok(self.special_float(*value, ty, span)),
            (ConstValue::Many(values), Ty::Array(element, _)) => {
                let each = values.iter().map(|value| self.const_value(value, element, span));
                let components = each.collect::<Lowering<Vec<_>>>()?;
                let ty = self.naga_type(ty, span)?;
                Ok(self.append(Expression::Compose { ty, components }, span))
            }
            (ConstValue::Many(values), Ty::Struct(id, _)) => {
                let fields = &self.unit.program.structs[*id].fields;
                let each = values.iter().zip(fields);
                let each = each.map(|(value, field)| self.const_value(value, &field.ty, span));
                let components = each.collect::<Lowering<Vec<_>>>()?;
                let ty = self.naga_type(ty, span)?;
                Ok(self.append(Expression::Compose { ty, components }, span))
            }
            (ConstValue::Many(values), Ty::Tuple(_)) if values.is_empty() => Ok(self.u32(0)),
            (ConstValue::Many(values), Ty::Tuple(members)) => {
                let each = values.iter().zip(members);
                let each = each.map(|(value, ty)| self.const_value(value, ty, span));
                let components = each.collect::<Lowering<Vec<_>>>()?;
                let ty = self.naga_type(ty, span)?;
                Ok(self.append(Expression::Compose { ty, components }, span))
            }
            (_, Ty::Ordering) => Err(Box::new(super::types::unsupported_order(span))),
            _ => Err(super::types::unsupported("a constant of this type", span)),
        }
    }

    /// An infinity or NaN. Shading languages have no way to write one down, and
    /// refuse expressions that they can work out to be one; the bits go through
    /// a variable, which they do not look into.
    pub(super) fn special_float(&mut self, value: f64, ty: &Ty, span: Span) -> Handle<Expression> {
        let is_double = matches!(super::types::scalar(ty), Some(naga::Scalar::F64));
        let bits = if is_double {
            Literal::U64(value.to_bits())
        } else {
            Literal::U32((value as f32).to_bits())
        };
        let name = if value.is_nan() { "nan_bits" } else { "infinity_bits" };
        let variable = self.add_started(name, bits);
        let pointer = self.local(variable);
        let expr = self.load(pointer, span);
        let kind = naga::ScalarKind::Float;
        self.append(Expression::As { expr, kind, convert: None }, span)
    }

    /// The value of a constant that naga cannot hold as one.
    pub(super) fn constant_parts(
        &mut self,
        value: &ConstValue,
        ty: &Ty,
        span: Span,
    ) -> Lowering<Value> {
        let mut pools = Vec::new();
        self.collect_slices(value, ty, &mut pools);
        for pool in &mut pools {
            let len = Len::Known(pool.values.len() as u32);
            let array = kept_by_thread(&Ty::Array(Box::new(pool.element.clone()), len));
            let naga = self.naga_type(&array, span)?;
            let all = ConstValue::Many(std::mem::take(&mut pool.values));
            let all = self.const_value(&all, &array, span)?;
            let variable = self.add_variable("", naga, span);
            let place = self.local(variable);
            self.store(place, all, span);
            pool.variable = Some(variable);
        }
        self.constant_part(value, ty, &mut pools, span)
    }

    /// Finds the slices in a constant, in order.
    fn collect_slices(&self, value: &ConstValue, ty: &Ty, pools: &mut Vec<Pool>) {
        if let (Some(element), ConstValue::Many(values)) = (self.plain_slice(ty), value) {
            match pools.iter_mut().find(|pool| pool.element == *element) {
                Some(pool) => pool.values.extend(values.iter().cloned()),
                None => pools.push(Pool {
                    element: element.clone(),
                    values: values.clone(),
                    variable: None,
                    given: 0,
                }),
            }
            return;
        }
        let ConstValue::Many(values) = value else { return };
        for (value, ty) in values.iter().zip(self.constant_members(ty, values.len())) {
            self.collect_slices(value, &ty, pools);
        }
    }

    /// The elements of a slice of what naga can hold.
    fn plain_slice<'t>(&self, ty: &'t Ty) -> Option<&'t Ty> {
        let Ty::Reference(_, to) = ty else { return None };
        match &**to {
            Ty::Slice(element) if self.unit.is_plain(element) => Some(element),
            _ => None,
        }
    }

    /// The types of the members of a constant; references are as what they lead to.
    fn constant_members(&self, ty: &Ty, count: usize) -> Vec<Ty> {
        match ty {
            Ty::Reference(_, to) => self.constant_members(to, count),
            Ty::Tuple(members) => members.clone(),
            Ty::Array(element, _) | Ty::Slice(element) => vec![(**element).clone(); count],
            Ty::Struct(id, _) => {
                let fields = &self.unit.program.structs[*id].fields;
                fields.iter().map(|field| field.ty.clone()).collect()
            }
            _ => Vec::new(),
        }
    }

    fn constant_part(
        &mut self,
        value: &ConstValue,
        ty: &Ty,
        pools: &mut [Pool],
        span: Span,
    ) -> Lowering<Value> {
        if self.unit.is_plain(ty) {
            let handle = self.const_value(value, ty, span)?;
            return self.unpack(handle, ty, span);
        }
        if let (Some(element), ConstValue::Many(values)) = (self.plain_slice(ty), value) {
            let len = values.len() as u32;
            let bytes = self.bytes_of(element, span)?;
            let pool = pools.iter_mut().find(|pool| pool.element == *element);
            let Some((pool, variable)) = pool.and_then(|pool| {
                let variable = pool.variable?;
                Some((pool, variable))
            }) else {
                return Err(unsupported("a constant of this type", span));
            };
            let start = pool.given;
            pool.given += len;
            let base = Base::Local { pointer: self.local(variable), is_array: true };
            let start = self.u32(start);
            let pointer = self.offset(Pointer { base, terms: Vec::new() }, start, bytes, span);
            return Ok(Value::Slice(pointer, Length::Known(len)));
        }
        if let Ty::Reference(_, to) = ty {
            return self.constant_reference(value, to, pools, span);
        }
        let ConstValue::Many(values) = value else {
            return Err(unsupported("a constant of this type", span));
        };
        let members = self.constant_members(ty, values.len());
        let each = values.iter().zip(&members);
        let each = each.map(|(value, ty)| self.constant_part(value, ty, pools, span));
        each.collect::<Lowering<Vec<_>>>().map(Value::Parts)
    }

    /// A reference in a constant to something other than numbers in a row.
    fn constant_reference(
        &mut self,
        value: &ConstValue,
        to: &Ty,
        pools: &mut [Pool],
        span: Span,
    ) -> Lowering<Value> {
        let (Ty::Slice(element), ConstValue::Many(values)) = (to, value) else {
            let own = self.constant_part(value, to, pools, span)?;
            return self.reference_to(PlaceExpr::Value(own, to.clone()), span);
        };
        let len = values.len() as u32;
        let array = Ty::Array(element.clone(), Len::Known(len));
        let elements = self.constant_part(value, &array, pools, span)?;
        let slot = match self.unit.pointers.traced.is_empty() {
            true => Slot::Fixed(elements),
            false => {
                let slot = self.new_slot("", &array, span)?;
                self.write_slot(&slot, elements, span)?;
                slot
            }
        };
        Ok(Value::Slice(self.elements_of(slot), Length::Known(len)))
    }
}
