//! naga's types for Rust's.

use super::Lowering;
use super::layout::has_narrow;
use super::unit::Unit;
use super::wide::HALF;
use naga::{
    ArraySize, Handle, Scalar, ScalarKind, Span, StructMember, Type, TypeInner, VectorSize,
};
use std::num::NonZeroU32;
use warpbench_codes::{K0002, K0020, K0025};
use warpbench_hir::types::{FloatTy, FourTy, IntTy, Len, Ty};
use warpbench_source::Diagnostic;

/// The most bytes of a type that a thread keeps to itself.
const MOST_BYTES: u64 = 1 << 18;

/// naga's scalar for a number. It is that of a register, which has 32 bits at least.
pub(super) fn scalar(ty: &Ty) -> Option<Scalar> {
    match ty {
        Ty::Bool => Some(Scalar::BOOL),
        Ty::Int(int) if int.is_wide() => None,
        Ty::Int(int) => Some(int_scalar(*int)),
        Ty::Float(FloatTy::F16 | FloatTy::F32) => Some(Scalar::F32),
        Ty::Float(FloatTy::F64) => Some(Scalar::F64),
        _ => None,
    }
}

/// The type that something is kept as: of an atomic, the number in it.
pub(super) fn kept(ty: &Ty) -> Ty {
    match ty {
        Ty::Atomic(atomic) => atomic.kept_as(),
        _ => ty.clone(),
    }
}

/// The same for a variable of a thread's own, where an atomic is a number like any
/// other.
pub(super) fn kept_by_thread(ty: &Ty) -> Ty {
    match ty {
        Ty::Atomic(atomic) => atomic.kept_as(),
        Ty::Array(element, len) => Ty::Array(Box::new(kept_by_thread(element)), len.clone()),
        Ty::Tuple(members) => Ty::Tuple(members.iter().map(kept_by_thread).collect()),
        _ => ty.clone(),
    }
}

/// The scalar that a word is declared as to be changed atomically. naga has no
/// atomic floats but sums of `f32`, so a float is its bits.
pub(super) fn atomic_scalar(ty: &Ty) -> Option<Scalar> {
    Some(match scalar(ty)? {
        Scalar { kind: ScalarKind::Float, width } => Scalar { kind: ScalarKind::Uint, width },
        Scalar { kind: ScalarKind::Bool, .. } => Scalar::U32,
        scalar => scalar,
    })
}

/// naga's scalar for an integer.
pub(super) fn int_scalar(int: IntTy) -> Scalar {
    match int {
        IntTy::I8 | IntTy::I16 | IntTy::I32 | IntTy::IsizeWord => Scalar::I32,
        IntTy::U8 | IntTy::U16 | IntTy::U32 | IntTy::UsizeWord => Scalar::U32,
        IntTy::I64 | IntTy::Isize => Scalar::I64,
        // Those of 128 bits are made of these.
        IntTy::U64 | IntTy::Usize | IntTy::I128 | IntTy::U128 => Scalar::U64,
    }
}

/// naga's scalar for the members of a vector of four.
pub(super) fn four_scalar(four: FourTy) -> Scalar {
    match four {
        FourTy::Float4 => Scalar::F32,
        FourTy::Int4 => Scalar::I32,
    }
}

/// Whether a type holds an array, whose elements can only be reached in a
/// variable.
pub(super) fn has_array(unit: &Unit<'_>, ty: &Ty) -> bool {
    match ty {
        Ty::Array(element, _) => unit.is_plain(element) || has_array(unit, element),
        Ty::Tuple(members) => members.iter().any(|member| has_array(unit, member)),
        Ty::Struct(id, _) => {
            unit.program.structs[*id].fields.iter().any(|field| has_array(unit, &field.ty))
        }
        _ => false,
    }
}

/// Whether a type has no values at run time: what it is and does is known here.
pub(super) fn is_known_here(ty: &Ty) -> bool {
    matches!(ty, Ty::Closure(_) | Ty::Iter(_))
}

impl Unit<'_> {
    /// Whether naga can hold values of a type.
    pub(super) fn is_plain(&self, ty: &Ty) -> bool {
        match ty {
            Ty::Pointer(..) | Ty::Reference(..) | Ty::Slice(_) | Ty::Closure(_) | Ty::Iter(_) => {
                false
            }
            Ty::Array(element, _) => self.is_plain(element),
            Ty::Tuple(members) => members.iter().all(|ty| self.is_plain(ty)),
            Ty::Struct(id, _) => {
                self.program.structs[*id].fields.iter().all(|field| self.is_plain(&field.ty))
            }
            _ => true,
        }
    }

    /// The types of the parts that a value is kept in, where it is not kept as
    /// one: tuples, enums, and structures and arrays that naga cannot hold.
    pub(super) fn split(&self, ty: &Ty) -> Option<Vec<Ty>> {
        match ty {
            Ty::Tuple(members) => Some(members.clone()),
            Ty::Struct(id, _) => {
                let item = &self.program.structs[*id];
                let is_split =
                    item.variants.is_some() || item.fields.is_empty() || !self.is_plain(ty);
                is_split.then(|| item.fields.iter().map(|field| field.ty.clone()).collect())
            }
            Ty::Array(element, len) => self.split_array(element, len),
            _ => None,
        }
    }

    /// naga's type for a type without const parameters.
    pub(super) fn naga_type(&mut self, ty: &Ty, span: Span) -> Lowering<Handle<Type>> {
        if let Some(scalar) = scalar(ty) {
            return Ok(self.insert(None, TypeInner::Scalar(scalar)));
        }
        match ty {
            Ty::Int(_) => {
                let halves = ["low", "high"].map(|name| (name.to_owned(), HALF));
                self.structure("Wide", &halves, 16, span)
            }
            Ty::Four(four) => {
                let inner =
                    TypeInner::Vector { size: VectorSize::Quad, scalar: four_scalar(*four) };
                Ok(self.insert(None, inner))
            }
            Ty::Array(element, Len::Known(len)) => {
                let base = self.naga_type(element, span)?;
                // One without elements has room for one that nobody gets to.
                let size = NonZeroU32::new(*len).unwrap_or(NonZeroU32::MIN);
                self.array(base, ArraySize::Constant(size), span)
            }
            // What has no members needs a place all the same, as a member.
            Ty::Tuple(members) if members.is_empty() => {
                Ok(self.insert(None, TypeInner::Scalar(Scalar::U32)))
            }
            Ty::Struct(id, _) if self.program.structs[*id].fields.is_empty() => {
                Ok(self.insert(None, TypeInner::Scalar(Scalar::U32)))
            }
            Ty::Tuple(members) => {
                let named: Vec<(String, Ty)> = members
                    .iter()
                    .enumerate()
                    .map(|(at, ty)| (format!("member_{at}"), ty.clone()))
                    .collect();
                self.structure("Tuple", &named, 1, span)
            }
            Ty::Struct(id, _) => {
                let structure = &self.program.structs[*id];
                let named: Vec<(String, Ty)> = structure
                    .fields
                    .iter()
                    .enumerate()
                    .map(|(at, field)| {
                        let name = match field.name.as_str() {
                            "" => "tag".to_owned(),
                            name if structure.variants.is_some() => format!("{name}_{at}"),
                            name => name.to_owned(),
                        };
                        (name, field.ty.clone())
                    })
                    .collect();
                self.structure(&structure.name, &named, structure.align, span)
            }
            Ty::Atomic(atomic) => match atomic_scalar(&atomic.kept_as()) {
                Some(scalar) => Ok(self.insert(None, TypeInner::Atomic(scalar))),
                None => Err(unsupported("an atomic of this type", span)),
            },
            Ty::Pointer(..) | Ty::Reference(..) => Err(Box::new(
                Diagnostic::new(K0025, "pointers cannot be kept in memory here", span)
                    .label("a pointer or reference inside an array or structure in memory")
                    .note("the workbench must know which buffer each pointer leads into")
                    .help("keep an index instead, and add it to the pointer where it is used"),
            )),
            Ty::Ordering => Err(Box::new(unsupported_order(span))),
            _ => Err(unsupported("a value of this type", span)),
        }
    }

    /// A type of naga's, which knows each only once.
    pub(super) fn insert(&mut self, name: Option<String>, inner: TypeInner) -> Handle<Type> {
        self.module.types.insert(Type { name, inner }, Span::UNDEFINED)
    }

    pub(super) fn array(
        &mut self,
        base: Handle<Type>,
        size: ArraySize,
        span: Span,
    ) -> Lowering<Handle<Type>> {
        let stride = self.layout(base, span)?.to_stride();
        if let ArraySize::Constant(len) = size
            && u64::from(stride) * u64::from(len.get()) > MOST_BYTES
        {
            return Err(too_large(span));
        }
        Ok(self.insert(None, TypeInner::Array { base, size, stride }))
    }

    fn structure(
        &mut self,
        name: &str,
        fields: &[(String, Ty)],
        own_align: u32,
        span: Span,
    ) -> Lowering<Handle<Type>> {
        if fields.is_empty() {
            return Err(unsupported("a value without members in memory", span));
        }
        let types = fields.iter().map(|(_, ty)| self.naga_type(ty, span));
        let types = types.collect::<Lowering<Vec<_>>>()?;
        let aligned = fields
            .iter()
            .zip(types)
            .map(|((name, ty), handle)| (name.clone(), handle, self.written_align(ty)));
        let aligned: Vec<_> = aligned.collect();
        self.structure_aligned(name, aligned.into_iter(), own_align, span)
    }

    /// A structure with members laid out as C does.
    pub(super) fn structure_of(
        &mut self,
        name: &str,
        fields: impl Iterator<Item = (String, Handle<Type>)>,
        span: Span,
    ) -> Lowering<Handle<Type>> {
        self.structure_aligned(name, fields.map(|(name, ty)| (name, ty, 1)), 1, span)
    }

    /// The same, where the text asks for alignments beyond those of the numbers:
    /// that of each member, and of the whole.
    fn structure_aligned(
        &mut self,
        name: &str,
        fields: impl Iterator<Item = (String, Handle<Type>, u32)>,
        own_align: u32,
        span: Span,
    ) -> Lowering<Handle<Type>> {
        let mut members = Vec::new();
        let (mut offset, mut widest) = (0_u32, own_align.max(1));
        for (name, ty, align) in fields {
            let layout = self.layout(ty, span)?;
            let align = layout.alignment.round_up(1).max(align);
            offset = offset.checked_next_multiple_of(align).ok_or_else(|| too_large(span))?;
            members.push(StructMember { name: Some(name), ty, binding: None, offset });
            offset = offset.checked_add(layout.size).ok_or_else(|| too_large(span))?;
            widest = widest.max(align);
        }
        let size = offset.checked_next_multiple_of(widest).ok_or_else(|| too_large(span))?;
        if u64::from(size) > MOST_BYTES {
            return Err(too_large(span));
        }
        Ok(self.insert(Some(name.to_owned()), TypeInner::Struct { members, span: size }))
    }

    fn layout(&mut self, ty: Handle<Type>, span: Span) -> Lowering<naga::proc::TypeLayout> {
        match self.layouter.update(self.module.to_ctx()) {
            Ok(()) => Ok(self.layouter[ty]),
            Err(_) => Err(too_large(span)),
        }
    }

    /// Size of a type in memory.
    pub(super) fn bytes_of(&mut self, ty: &Ty, span: Span) -> Lowering<u32> {
        if has_narrow(self, ty) {
            return Ok(self.memory_layout(ty, span)?.bytes);
        }
        if !self.is_plain(ty) {
            return self.counted_bytes(ty, span);
        }
        let ty = self.naga_type(ty, span)?;
        Ok(self.layout(ty, span)?.to_stride())
    }
}

/// Whether a scalar takes one word.
pub(super) fn is_word(scalar: Scalar) -> bool {
    scalar.width == 4 && scalar.kind != ScalarKind::Bool
}

fn too_large(span: Span) -> Box<Diagnostic> {
    Box::new(
        Diagnostic::new(K0020, "this type is too large for a thread", span)
            .label(format!("a thread may have {} KiB in one variable", MOST_BYTES >> 10))
            .help("keep large arrays in a buffer or in shared memory"),
    )
}

/// An order of memory that is not written where it is used.
pub(super) fn unsupported_order(span: Span) -> Diagnostic {
    Diagnostic::new(K0002, "the workbench does not read orders of memory in variables", span)
        .label("not read by the workbench")
        .note("an order belongs to an instruction, and is known when the kernel is compiled")
        .help("write it in the call: `x.load(Ordering::Acquire)`")
}

/// Something that the lowering does not know.
pub(super) fn unsupported(what: &str, span: Span) -> Box<Diagnostic> {
    Box::new(
        Diagnostic::new(K0002, format!("the workbench does not read {what}"), span)
            .label("not read by the workbench"),
    )
}
