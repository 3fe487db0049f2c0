//! Enums with values in memory. The values of all variants lie in the same place
//! there, so only those of the one that is meant are written.

use super::Lowering;
use super::frame::Frame;
use super::layout::has_union;
use super::place::PlaceExpr;
use super::types::unsupported;
use super::value::{Pointer, Value};
use naga::{BinaryOperator, Expression, Handle, Literal, Span, Statement};
use warpbench_hir::types::{Len, Ty};

impl Frame<'_, '_> {
    /// Writes a value that holds an enum with values, member by member.
    pub(super) fn write_members(
        &mut self,
        pointer: &Pointer,
        value: Value,
        ty: &Ty,
        span: Span,
    ) -> Lowering<()> {
        if !has_union(self.unit.program, ty) {
            return self.write(PlaceExpr::Memory(pointer.clone(), ty.clone()), value, span);
        }
        if let Ty::Array(element, Len::Known(len)) = ty {
            let bytes = self.bytes_of(element, span)?;
            let whole = self.plain(value, ty, span)?;
            for at in 0..*len {
                let index = self.u32(at);
                let place = self.offset(pointer.clone(), index, bytes, span);
                let part = self.member(whole, at, span);
                let part = self.unpack(part, element, span)?;
                self.write_members(&place, part, element, span)?;
            }
            return Ok(());
        }
        let Some(members) = super::layout::members(self.unit.program, ty) else {
            return Err(unsupported("a value of this type in memory", span));
        };
        let mut parts = Vec::new();
        for (at, member) in members.iter().enumerate() {
            let part = self.member_of(value.clone(), ty, at as u32, span)?;
            let offset = self.unit.member_offset(ty, at as u32, span)?;
            let place = self.bytes_on(pointer.clone(), offset, span);
            parts.push((place, part, member.clone()));
        }
        let variants = match ty {
            Ty::Struct(id, _) => self.unit.program.structs[*id].variants.as_ref(),
            _ => None,
        };
        let (Some(variants), Some((place, Value::Plain(tag), tag_ty))) = (variants, parts.first())
        else {
            for (place, part, ty) in parts {
                self.write_members(&place, part, &ty, span)?;
            }
            return Ok(());
        };
        let (tag, tag_ty) = (*tag, tag_ty.clone());
        self.write_members(&place.clone(), Value::Plain(tag), &tag_ty, span)?;
        for variant in variants.iter().filter(|variant| variant.count > 0) {
            let fields = &parts[variant.first as usize..][..variant.count as usize];
            let number = self.number(&tag_ty, variant.value);
            let is_this = self.binary(BinaryOperator::Equal, tag, number, span);
            self.when(is_this, span, &mut |frame| {
                for (place, part, ty) in fields {
                    frame.write_members(place, part.clone(), ty, span)?;
                }
                Ok(())
            })?;
        }
        Ok(())
    }

    /// Does something if a condition holds.
    fn when(
        &mut self,
        condition: Handle<Expression>,
        span: Span,
        action: &mut dyn FnMut(&mut Self) -> Lowering<()>,
    ) -> Lowering<()> {
        match self.known(condition) {
            Some(Literal::Bool(true)) => return action(self),
            Some(Literal::Bool(false)) => return Ok(()),
            _ => {}
        }
        let (accept, _) = self.block(|frame| action(frame))?;
        self.push(Statement::If { condition, accept, reject: naga::Block::new() }, span);
        Ok(())
    }
}
