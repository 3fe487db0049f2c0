//! Where the parts of a value lie in memory, as `#[repr(C)]` lays them out.
//!
//! naga's layouts are those of registers: a byte takes four there. What has parts
//! narrower than a word is therefore laid out here.

use super::super::types::{FloatTy, IntTy, Len, Ty};
use super::Lowering;
use super::types::unsupported;
use super::unit::Unit;
use naga::Span;
use warpbench_semantics::{MemoryPart, Stored};

/// The most parts of a value that is read or written at once.
const MOST_PARTS: u32 = 1 << 12;

/// Size and alignment in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct MemoryLayout {
    pub(super) bytes: u32,
    pub(super) align: u32,
}

/// How a scalar lies in memory; nothing for what is none. One of 64 bits is two
/// words.
pub(super) fn stored(ty: &Ty) -> Option<Stored> {
    Some(match ty {
        Ty::Bool => Stored::Bool,
        Ty::Int(IntTy::U8) => Stored::U8,
        Ty::Int(IntTy::I8) => Stored::I8,
        Ty::Int(IntTy::U16) => Stored::U16,
        Ty::Int(IntTy::I16) => Stored::I16,
        Ty::Float(FloatTy::F16) => Stored::Half,
        Ty::Int(_) | Ty::Float(_) => Stored::Word,
        _ => return None,
    })
}

/// Whether a part of a value is smaller in memory than in a register.
pub(super) fn has_narrow(unit: &Unit<'_>, ty: &Ty) -> bool {
    match ty {
        Ty::Array(element, _) => has_narrow(unit, element),
        Ty::Tuple(members) => members.iter().any(|member| has_narrow(unit, member)),
        Ty::Struct(id, _) => {
            unit.program.structs[*id].fields.iter().any(|field| has_narrow(unit, &field.ty))
        }
        ty => stored(ty).is_some_and(|stored| stored != Stored::Word),
    }
}

/// The types of a value's members, one after the other; nothing for what has none.
/// Arrays have theirs by number.
pub(super) fn members(unit: &Unit<'_>, ty: &Ty) -> Option<Vec<Ty>> {
    match ty {
        Ty::Tuple(members) => Some(members.clone()),
        Ty::Struct(id, _) => {
            let fields = unit.program.structs[*id].fields.iter();
            Some(fields.map(|field| field.ty.clone()).collect())
        }
        Ty::Four(four) => Some(vec![four.scalar(); 4]),
        _ => None,
    }
}

impl Unit<'_> {
    /// The alignment that a type or what it holds asks for in the text, beyond
    /// that of its numbers; 1 if none does.
    pub(super) fn written_align(&self, ty: &Ty) -> u32 {
        match ty {
            Ty::Array(element, _) => self.written_align(element),
            Ty::Tuple(members) => {
                members.iter().map(|member| self.written_align(member)).max().unwrap_or(1)
            }
            Ty::Struct(id, _) => {
                let item = &self.program.structs[*id];
                let fields = item.fields.iter().map(|field| self.written_align(&field.ty));
                fields.max().unwrap_or(1).max(item.align)
            }
            _ => 1,
        }
    }

    /// Size and alignment of a value in memory.
    pub(super) fn memory_layout(&self, ty: &Ty, span: Span) -> Lowering<MemoryLayout> {
        let number = |bytes: u32| MemoryLayout { bytes, align: bytes };
        match ty {
            Ty::Int(int) => return Ok(number(int.bits() / 8)),
            Ty::Float(FloatTy::F64) => return Ok(number(8)),
            Ty::Four(_) => return Ok(number(16)),
            Ty::Array(element, Len::Known(len)) => {
                let element = self.memory_layout(element, span)?;
                let bytes = element.bytes.checked_mul(*len).ok_or_else(|| too_long(span))?;
                return Ok(MemoryLayout { bytes, ..element });
            }
            _ => {}
        }
        if let Some(stored) = stored(ty) {
            return Ok(number(stored.bytes()));
        }
        let Some(members) = members(self, ty) else {
            return Err(unsupported("a value of this type in memory", span));
        };
        let own = match ty {
            Ty::Struct(id, _) => self.program.structs[*id].align.max(1),
            _ => 1,
        };
        let mut whole = MemoryLayout { bytes: 0, align: own };
        for member in &members {
            let member = self.memory_layout(member, span)?;
            let start = whole.bytes.checked_next_multiple_of(member.align);
            let end = start.and_then(|start| start.checked_add(member.bytes));
            whole.bytes = end.ok_or_else(|| too_long(span))?;
            whole.align = whole.align.max(member.align);
        }
        let bytes = whole.bytes.checked_next_multiple_of(whole.align);
        Ok(MemoryLayout { bytes: bytes.ok_or_else(|| too_long(span))?, ..whole })
    }

    /// Where a member of a value starts.
    pub(super) fn member_offset(&self, ty: &Ty, at: u32, span: Span) -> Lowering<u32> {
        let Some(members) = members(self, ty) else {
            return Err(unsupported("a member of a value of this type", span));
        };
        let mut offset = 0_u32;
        for (number, member) in members.iter().enumerate() {
            let layout = self.memory_layout(member, span)?;
            offset = offset.checked_next_multiple_of(layout.align).ok_or_else(|| too_long(span))?;
            if number == at as usize {
                return Ok(offset);
            }
            offset = offset.checked_add(layout.bytes).ok_or_else(|| too_long(span))?;
        }
        Err(unsupported("this member", span))
    }

    /// The parts of a value, in the order in which registers hold them.
    pub(super) fn memory_parts(&self, ty: &Ty, span: Span) -> Lowering<Vec<MemoryPart>> {
        let mut parts = Vec::new();
        self.add_parts(ty, 0, span, &mut parts)?;
        Ok(parts)
    }

    fn add_parts(
        &self,
        ty: &Ty,
        offset: u32,
        span: Span,
        parts: &mut Vec<MemoryPart>,
    ) -> Lowering<()> {
        if parts.len() >= MOST_PARTS as usize {
            return Err(too_long(span));
        }
        if let Some(stored) = stored(ty) {
            parts.push(MemoryPart { offset, stored });
            if self.memory_layout(ty, span)?.bytes == 8 {
                parts.push(MemoryPart { offset: offset + 4, stored });
            }
            return Ok(());
        }
        if let Ty::Array(element, Len::Known(len)) = ty {
            let step = self.memory_layout(element, span)?.bytes;
            for at in 0..*len {
                self.add_parts(element, offset + at * step, span, parts)?;
            }
            return Ok(());
        }
        for (at, member) in members(self, ty).unwrap_or_default().iter().enumerate() {
            let start = self.member_offset(ty, at as u32, span)?;
            self.add_parts(member, offset + start, span, parts)?;
        }
        Ok(())
    }
}

fn too_long(span: Span) -> Box<crate::Diagnostic> {
    Box::new(
        crate::Diagnostic::new("this value is too large to be read or written at once", span)
            .label(format!("it has more than {MOST_PARTS} numbers"))
            .help("copy its elements in a loop"),
    )
}
