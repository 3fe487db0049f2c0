//! Buffers and shared arrays: what is done with each, and how it is declared.

use super::Lowering;
use super::layout::has_narrow;
use super::types::{four_scalar, is_word, scalar};
use super::unit::Unit;
use naga::{
    AddressSpace, ArraySize, Barrier, GlobalVariable, Handle, MemoryDecorations, ResourceBinding,
    Scalar, ScalarKind, Span, StorageAccess, Type, TypeInner, VectorSize,
};
use std::num::NonZeroU32;
use warpbench_codes::K0016;
use warpbench_hir::types::Ty;
use warpbench_source::Diagnostic;

/// A buffer or shared array of the kernel, by position.
pub(super) type RootId = usize;

/// A buffer or shared array.
#[derive(Clone, Debug)]
pub(super) struct Root {
    pub(super) name: String,
    /// Whether it is a buffer.
    pub(super) is_buffer: bool,
    /// What its pointer leads to.
    pub(super) element: Ty,
    /// What is done with it, as far as this pass has seen.
    pub(super) usage: Usage,
    pub(super) layout: Layout,
    /// naga's variable.
    pub(super) variable: Handle<GlobalVariable>,
}

/// Where a buffer or shared array is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum RootPlace {
    /// A buffer, by its binding.
    Buffer(u32),
    /// A shared array of so many bytes.
    Shared(u32),
}

/// What is done with a buffer or shared array.
#[derive(Clone, Debug, Default)]
pub(super) struct Usage {
    /// What it is read and written as, with the first place of each.
    items: Vec<(Ty, Span)>,
    /// Whether single numbers are written.
    writes_words: bool,
    is_read: bool,
    pub(super) is_written: bool,
    /// The number that atomic operations work on, with the first place.
    atomic: Option<(Scalar, Span)>,
    /// Whether its length is asked for.
    pub(super) needs_length: bool,
    /// Whether anything in it is narrower than a word.
    is_narrow: bool,
    /// Whether something in it may lie elsewhere than at a multiple of its size.
    is_straddled: bool,
    /// Whether anything narrower than a word is written.
    writes_narrow: bool,
}

/// How a buffer or shared array is declared.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Layout {
    /// As elements of a type.
    Of(Ty),
    /// As pieces of four numbers, because it is used both by numbers and by
    /// fours. They are vectors, unless single numbers are written: a write to
    /// one member of a vector may write the other three as well, and those may
    /// belong to other threads.
    Fours {
        scalar: Scalar,
        /// Whether the pieces are vectors.
        is_vector: bool,
    },
    Atomic(Scalar),
    /// As words, because it is used by the byte, or as things of several sizes.
    Words {
        scalar: Scalar,
        /// Whether parts of words are written, or words are changed atomically.
        is_atomic: bool,
    },
}

/// How an element is used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Use {
    Read,
    Write,
    /// It is read and written at once.
    Atomic,
}

impl Usage {
    /// Notes that an element is used.
    pub(super) fn note(&mut self, ty: &Ty, how: Use, span: Span) {
        self.is_read |= how != Use::Write;
        if how != Use::Read {
            self.is_written = true;
            self.writes_words |= scalar(ty).is_some();
        }
        if !self.items.iter().any(|(known, _)| known == ty) {
            self.items.push((ty.clone(), span));
        }
    }

    /// Notes that an element, which is a number, is changed atomically as one that is
    /// declared so. What needs its bits prevails over what needs the float.
    pub(super) fn note_atomic(&mut self, ty: &Ty, declared: Scalar, span: Span) {
        match &mut self.atomic {
            None => self.atomic = Some((declared, span)),
            Some((known, _))
                if known.kind == ScalarKind::Float && declared.kind != ScalarKind::Float =>
            {
                *known = declared;
            }
            Some(_) => {}
        }
        self.note(ty, Use::Atomic, span);
    }

    /// Notes that what is used has parts narrower than a word.
    pub(super) fn note_narrow(&mut self, how: Use) {
        self.is_narrow = true;
        self.writes_narrow |= how != Use::Read;
    }

    /// Notes that what is used may lie elsewhere than at a multiple of its size.
    pub(super) fn note_straddled(&mut self) {
        self.is_straddled = true;
    }

    /// Words, if atomic operations on something else do not forbid it.
    fn words(&self) -> Option<Layout> {
        let (scalar, is_atomic) = match self.atomic {
            None => (Scalar::U32, self.writes_narrow),
            Some((scalar @ (Scalar::U32 | Scalar::I32), _)) => (scalar, true),
            Some(_) => return None,
        };
        Some(Layout::Words { scalar, is_atomic })
    }

    /// Whether anything is done with it.
    pub(super) fn is_used(&self) -> bool {
        !self.items.is_empty() || self.needs_length
    }

    /// How it must be declared to be used like this.
    fn layout(&self, name: &str, element: &Ty, is_narrow: bool) -> Lowering<Layout> {
        if (self.is_narrow || self.is_straddled || is_narrow)
            && let Some(words) = self.words()
        {
            return Ok(words);
        }
        if let Some((number, span)) = self.atomic {
            let other = self
                .items
                .iter()
                .find(|(ty, _)| scalar(ty).is_none_or(|other| other.width != number.width));
            return match other {
                None => Ok(Layout::Atomic(number)),
                Some((ty, other)) => {
                    self.words().ok_or_else(|| self.conflict(name, ty, *other, span))
                }
            };
        }
        let is_number = |ty: &Ty| scalar(ty).is_some_and(is_word);
        let four = self.items.iter().find_map(|(ty, _)| match ty {
            Ty::Four(four) => Some(*four),
            _ => None,
        });
        let first = self.items.first().map_or(element, |(ty, _)| ty);
        if self.items.iter().all(|(ty, _)| ty == first) {
            return Ok(Layout::Of(first.clone()));
        }
        if let Some((ty, span)) =
            self.items.iter().find(|(ty, _)| !is_number(ty) && !matches!(ty, Ty::Four(_)))
        {
            let other = self.items.iter().find(|(other, _)| other != ty);
            let other = other.map_or(*span, |(_, span)| *span);
            return self.words().ok_or_else(|| self.conflict(name, ty, *span, other));
        }
        Ok(match four {
            Some(four) => {
                Layout::Fours { scalar: four_scalar(four), is_vector: !self.writes_words }
            }
            None if is_number(element) => Layout::Of(element.clone()),
            None => Layout::Of(first.clone()),
        })
    }

    fn conflict(&self, name: &str, ty: &Ty, span: Span, other: Span) -> Box<Diagnostic> {
        let what = match ty {
            Ty::Struct(..) => "a structure",
            Ty::Four(_) => "a vector of four",
            Ty::Array(..) => "an array",
            _ => "a number",
        };
        Box::new(
            Diagnostic::new(
                K0016,
                format!("`{name}` is used in two ways that do not go together"),
                span,
            )
            .label(format!("as {what} here"))
            .other(other, "and as something else here")
            .note(
                "memory that is changed by atomic operations on floats or on 64 bits holds \
                     nothing else in the workbench",
            )
            .help("pass the data as two parameters, or use it as one type throughout"),
        )
    }
}

impl Unit<'_> {
    /// What a barrier of the block orders: shared memory, and buffers if what a
    /// thread writes to one can be read by another.
    pub(super) fn block_barrier(&self) -> Barrier {
        let usages = self.seen.iter().flatten().zip(&self.roots);
        let mut buffers = usages.filter(|(_, root)| root.is_buffer);
        if buffers.any(|(usage, _)| usage.is_read && usage.is_written) {
            Barrier::STORAGE | Barrier::WORK_GROUP
        } else {
            Barrier::WORK_GROUP
        }
    }

    /// Declares a buffer or shared array.
    pub(super) fn add_root(
        &mut self,
        name: &str,
        place: RootPlace,
        element: &Ty,
        span: Span,
    ) -> Lowering<RootId> {
        let id = self.roots.len();
        self.memory_needs_more(element);
        let seen = self.seen.as_ref().and_then(|seen| seen.get(id)).cloned();
        let is_narrow = has_narrow(self, element);
        let layout = match &seen {
            Some(usage) => usage.layout(name, element, is_narrow)?,
            None if is_narrow => Layout::Words { scalar: Scalar::U32, is_atomic: false },
            None => Layout::Of(element.clone()),
        };
        let ty = self.element_type(&layout, span)?;
        let variable = match place {
            RootPlace::Buffer(binding) => {
                let written = seen.as_ref().is_some_and(|usage| usage.is_written);
                let access = if written {
                    StorageAccess::LOAD | StorageAccess::STORE
                } else {
                    StorageAccess::LOAD
                };
                let size = ArraySize::Dynamic;
                let space = AddressSpace::Storage { access };
                self.variable(name, ty, size, space, Some(binding), span)?
            }
            RootPlace::Shared(bytes) => {
                let stride = self.stride(ty, span)?;
                let len = NonZeroU32::new(bytes.div_ceil(stride)).unwrap_or(NonZeroU32::MIN);
                let size = ArraySize::Constant(len);
                self.variable(name, ty, size, AddressSpace::WorkGroup, None, span)?
            }
        };
        let (usage, element) = (Usage::default(), element.clone());
        let is_buffer = matches!(place, RootPlace::Buffer(_));
        let name = name.to_owned();
        self.roots.push(Root { name, is_buffer, element, usage, layout, variable });
        Ok(id)
    }

    fn variable(
        &mut self,
        name: &str,
        base: Handle<Type>,
        size: ArraySize,
        space: AddressSpace,
        binding: Option<u32>,
        span: Span,
    ) -> Lowering<Handle<GlobalVariable>> {
        let stride = self.stride(base, span)?;
        let ty = self.insert(None, TypeInner::Array { base, size, stride });
        let variable = GlobalVariable {
            name: Some(name.to_owned()),
            space,
            binding: binding.map(|binding| ResourceBinding { group: 0, binding }),
            ty,
            init: None,
            memory_decorations: MemoryDecorations::empty(),
        };
        Ok(self.module.global_variables.append(variable, span))
    }

    /// The type of the elements that a layout declares.
    fn element_type(&mut self, layout: &Layout, span: Span) -> Lowering<Handle<Type>> {
        match layout {
            Layout::Of(ty) => self.naga_type(ty, span),
            Layout::Fours { scalar, is_vector: true } => {
                let inner = TypeInner::Vector { size: VectorSize::Quad, scalar: *scalar };
                Ok(self.insert(None, inner))
            }
            Layout::Fours { scalar, is_vector: false } => {
                let base = self.insert(None, TypeInner::Scalar(*scalar));
                let size = ArraySize::Constant(FOUR);
                Ok(self.insert(None, TypeInner::Array { base, size, stride: 4 }))
            }
            Layout::Atomic(scalar) | Layout::Words { scalar, is_atomic: true } => {
                Ok(self.insert(None, TypeInner::Atomic(*scalar)))
            }
            Layout::Words { scalar, is_atomic: false } => {
                Ok(self.insert(None, TypeInner::Scalar(*scalar)))
            }
        }
    }
}

const FOUR: NonZeroU32 = NonZeroU32::new(4).expect("four is not zero");

/// The type of a number by naga's scalar.
pub(super) fn scalar_ty(scalar: Scalar) -> Ty {
    use warpbench_hir::types::{FloatTy, IntTy};
    match (scalar.kind, scalar.width) {
        (ScalarKind::Sint, 8) => Ty::Int(IntTy::I64),
        (ScalarKind::Sint, _) => Ty::I32,
        (ScalarKind::Float, 8) => Ty::Float(FloatTy::F64),
        (ScalarKind::Float, _) => Ty::F32,
        (ScalarKind::Bool, _) => Ty::Bool,
        (_, 8) => Ty::Int(IntTy::U64),
        _ => Ty::U32,
    }
}
