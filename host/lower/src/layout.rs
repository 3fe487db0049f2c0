//! Layout of values in memory, as `#[repr(C)]` has it.
//!
//! naga's layouts are those of registers: a byte takes four there. What has parts
//! narrower than a word is therefore laid out here.

use super::Lowering;
use super::types::unsupported;
use super::unit::Unit;
use naga::Span;
use std::ops::Range;
use warpbench_codes::K0020;
use warpbench_hir::Crate;
use warpbench_hir::types::{FloatTy, IntTy, Len, Ty};
use warpbench_semantics::{MemoryPart, Stored};

/// The most parts of a value that is read or written at once.
const MOST_PARTS: u32 = 1 << 12;

/// Size and alignment in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MemoryLayout {
    pub bytes: u32,
    pub align: u32,
}

/// Where the members of a value start, and how much the whole takes.
struct Starts {
    offsets: Vec<u32>,
    whole: MemoryLayout,
}

/// Size and alignment of a value in memory, as rustc has them; nothing for what does
/// not lie in memory, or is too large to.
pub fn in_memory(program: &Crate, ty: &Ty) -> Option<MemoryLayout> {
    let number = |bytes: u32| Some(MemoryLayout { bytes, align: bytes });
    match ty {
        Ty::Int(int) => number(int.bits() / 8),
        Ty::Float(FloatTy::F64) => number(8),
        Ty::Four(_) => number(16),
        Ty::Atomic(atomic) => in_memory(program, &atomic.kept_as()),
        Ty::Array(element, Len::Known(len)) => {
            let element = in_memory(program, element)?;
            Some(MemoryLayout { bytes: element.bytes.checked_mul(*len)?, ..element })
        }
        _ => match stored(ty) {
            Some(stored) => number(stored.bytes()),
            None => Some(member_starts(program, ty)?.whole),
        },
    }
}

/// The members of a value, one after the other; those of an enum's variants start
/// anew, as in a union.
fn member_starts(program: &Crate, ty: &Ty) -> Option<Starts> {
    let members = members(program, ty)?;
    let layouts = members.iter().map(|member| in_memory(program, member));
    let layouts = layouts.collect::<Option<Vec<_>>>()?;
    let item = match ty {
        Ty::Struct(id, _) => Some(program.structs.get(*id)?),
        _ => None,
    };
    let own = item.map_or(1, |item| item.align.max(1));
    let align = layouts.iter().map(|layout| layout.align).max().unwrap_or(1).max(own);
    let mut offsets = vec![0; members.len()];
    let mut end = 0_u32;
    let mut place = |range: Range<usize>, start: u32| {
        let mut next = start;
        for at in range {
            let layout = layouts.get(at)?;
            offsets[at] = next.checked_next_multiple_of(layout.align)?;
            next = offsets[at].checked_add(layout.bytes)?;
        }
        end = end.max(next);
        Some(())
    };
    match item.and_then(|item| Some((item, item.variants.as_ref()?))) {
        Some((item, variants)) if item.is_repr_c => {
            place(0..1, 0)?;
            let tag = layouts.first()?;
            let values = layouts[1..].iter().map(|layout| layout.align).max().unwrap_or(1);
            let start = match item.starts_together {
                true => tag.bytes.checked_next_multiple_of(values)?,
                false => tag.bytes,
            };
            for variant in variants.iter().filter(|variant| variant.count > 0) {
                let first = variant.first as usize;
                place(first..first + variant.count as usize, start)?;
            }
        }
        _ => place(0..members.len(), 0)?,
    }
    let bytes = end.checked_next_multiple_of(align)?;
    Some(Starts { offsets, whole: MemoryLayout { bytes, align } })
}

/// Whether a value holds an enum whose variants lie in the same place.
pub(super) fn has_union(program: &Crate, ty: &Ty) -> bool {
    match ty {
        Ty::Array(element, _) => has_union(program, element),
        Ty::Tuple(members) => members.iter().any(|member| has_union(program, member)),
        Ty::Struct(id, _) => {
            let item = &program.structs[*id];
            (item.variants.is_some() && item.is_repr_c && item.fields.len() > 1)
                || item.fields.iter().any(|field| has_union(program, &field.ty))
        }
        _ => false,
    }
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
        Ty::Int(int) if int.is_wide() => return None,
        Ty::Int(_) | Ty::Float(_) => Stored::Word,
        _ => return None,
    })
}

/// Whether a part of a value lies in memory in another way than in a register:
/// smaller, or in the place of others.
pub(super) fn has_narrow(unit: &Unit<'_>, ty: &Ty) -> bool {
    has_union(unit.program, ty) || has_narrow_part(unit, ty)
}

fn has_narrow_part(unit: &Unit<'_>, ty: &Ty) -> bool {
    match ty {
        Ty::Array(element, _) => has_narrow_part(unit, element),
        Ty::Tuple(members) => members.iter().any(|member| has_narrow_part(unit, member)),
        Ty::Struct(id, _) => {
            unit.program.structs[*id].fields.iter().any(|field| has_narrow_part(unit, &field.ty))
        }
        ty => stored(ty).is_some_and(|stored| stored != Stored::Word),
    }
}

/// The types of a value's members, one after the other; nothing for what has none.
/// Arrays have theirs by number.
pub(super) fn members(program: &Crate, ty: &Ty) -> Option<Vec<Ty>> {
    match ty {
        Ty::Tuple(members) => Some(members.clone()),
        Ty::Struct(id, _) => {
            let fields = program.structs.get(*id)?.fields.iter();
            Some(fields.map(|field| field.ty.clone()).collect())
        }
        Ty::Four(four) => Some(vec![four.scalar(); 4]),
        Ty::Int(int) if int.is_wide() => Some(vec![Ty::Int(IntTy::U64); 2]),
        _ => None,
    }
}

impl Unit<'_> {
    /// The parts of a type that has any: their types and where they start.
    pub(super) fn parts_of(&self, ty: &Ty, span: Span) -> Lowering<Vec<(Ty, u32)>> {
        if let Ty::Array(element, Len::Known(len)) = ty {
            let step = self.memory_layout(element, span)?.bytes;
            return Ok((0..*len).map(|at| ((**element).clone(), at * step)).collect());
        }
        let members = members(self.program, ty).unwrap_or_default();
        let each = members.into_iter().enumerate();
        each.map(|(at, member)| Ok((member, self.member_offset(ty, at as u32, span)?))).collect()
    }

    /// The alignment that a type or what it holds asks for in the text, beyond
    /// that of its numbers; 1 if none does.
    pub(super) fn written_align(&self, ty: &Ty) -> u32 {
        match ty {
            Ty::Int(int) if int.is_wide() => 16,
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
        in_memory(self.program, ty).ok_or_else(|| too_long(span))
    }

    /// Where a member of a value starts.
    pub(super) fn member_offset(&self, ty: &Ty, at: u32, span: Span) -> Lowering<u32> {
        let starts = member_starts(self.program, ty).ok_or_else(|| too_long(span))?;
        match starts.offsets.get(at as usize) {
            Some(offset) => Ok(*offset),
            None => Err(unsupported("this member", span)),
        }
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
        for (at, member) in members(self.program, ty).unwrap_or_default().iter().enumerate() {
            let start = self.member_offset(ty, at as u32, span)?;
            self.add_parts(member, offset + start, span, parts)?;
        }
        Ok(())
    }
}

fn too_long(span: Span) -> Box<warpbench_source::Diagnostic> {
    Box::new(
        warpbench_source::Diagnostic::new(
            K0020,
            "this value is too large to be read or written at once",
            span,
        )
        .label(format!("it has more than {MOST_PARTS} numbers"))
        .help("copy its elements in a loop"),
    )
}
