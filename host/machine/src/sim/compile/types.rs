//! Type layout in registers and in memory.

use super::{CompileError, Compiler, Result};
use crate::sim::code::{Format, Leaf, Scalar};
use naga::{ArraySize, ScalarKind, TypeInner};

/// The most registers that one value may take.
const MOST_WORDS: u32 = 1 << 18;

impl Compiler<'_> {
    pub(super) fn scalar(&self, scalar: naga::Scalar) -> Result<Scalar> {
        Ok(match (scalar.kind, scalar.width) {
            (ScalarKind::Bool, _) => Scalar::Bool,
            (ScalarKind::Sint, 4) => Scalar::I32,
            (ScalarKind::Uint, 4) => Scalar::U32,
            (ScalarKind::Float, 4) => Scalar::F32,
            (ScalarKind::Float, 2) => Scalar::F16,
            (ScalarKind::Sint, 8) => Scalar::I64,
            (ScalarKind::Uint, 8) => Scalar::U64,
            (ScalarKind::Float, 8) => Scalar::F64,
            _ => return self.unsupported("integers of 16 bits"),
        })
    }

    /// The scalar that a type is made of, if it is made of one kind alone.
    pub(super) fn one_scalar(&self, inner: &TypeInner) -> Option<Scalar> {
        match *inner {
            TypeInner::Scalar(scalar)
            | TypeInner::Atomic(scalar)
            | TypeInner::Vector { scalar, .. }
            | TypeInner::Matrix { scalar, .. } => self.scalar(scalar).ok(),
            TypeInner::Array { base, .. } => self.one_scalar(&self.module.types[base].inner),
            TypeInner::Struct { ref members, .. } => {
                let mut scalars = members
                    .iter()
                    .map(|member| self.one_scalar(&self.module.types[member.ty].inner));
                let first = scalars.next()??;
                scalars.all(|scalar| scalar == Some(first)).then_some(first)
            }
            _ => None,
        }
    }

    /// Registers that a value takes.
    pub(super) fn words(&self, inner: &TypeInner) -> Result<u32> {
        let words = match *inner {
            TypeInner::Scalar(scalar) | TypeInner::Atomic(scalar) => {
                u64::from(self.scalar(scalar)?.words())
            }
            TypeInner::Vector { size, scalar } => {
                u64::from(size as u32 * self.scalar(scalar)?.words())
            }
            TypeInner::Matrix { columns, rows, scalar } => {
                u64::from(columns as u32 * rows as u32 * self.scalar(scalar)?.words())
            }
            TypeInner::Array { base, size: ArraySize::Constant(count), .. } => {
                let element = self.words(&self.module.types[base].inner)?;
                u64::from(element) * u64::from(count.get())
            }
            TypeInner::Struct { ref members, .. } => {
                let mut words = 0;
                for member in members {
                    words += u64::from(self.words(&self.module.types[member.ty].inner)?);
                }
                words
            }
            _ => return self.unsupported(name(inner)),
        };
        if words > MOST_WORDS.into() {
            return Err(CompileError::TooLarge { span: self.span });
        }
        Ok(words as u32)
    }

    /// Where the words of a value lie in memory, in the order of its registers.
    pub(super) fn leaves(&self, inner: &TypeInner) -> Result<Vec<Leaf>> {
        self.words(inner)?;
        let mut leaves = Vec::new();
        self.add_leaves(inner, 0, &mut leaves)?;
        Ok(leaves)
    }

    fn add_leaves(&self, inner: &TypeInner, offset: u32, leaves: &mut Vec<Leaf>) -> Result<()> {
        match *inner {
            TypeInner::Scalar(scalar) | TypeInner::Atomic(scalar) => {
                let format = match self.scalar(scalar)? {
                    Scalar::Bool => Format::Bool,
                    Scalar::F16 => Format::Half,
                    _ => Format::Word,
                };
                for word in 0..self.scalar(scalar)?.words() {
                    leaves.push(Leaf { offset: offset + 4 * word, format });
                }
            }
            TypeInner::Vector { size, scalar } => {
                for i in 0..size as u32 {
                    let step = i * u32::from(scalar.width);
                    self.add_leaves(&TypeInner::Scalar(scalar), offset + step, leaves)?;
                }
            }
            TypeInner::Matrix { columns, rows, scalar } => {
                let column = TypeInner::Vector { size: rows, scalar };
                for i in 0..columns as u32 {
                    let step = i * column_stride(rows, scalar);
                    self.add_leaves(&column, offset + step, leaves)?;
                }
            }
            TypeInner::Array { base, size: ArraySize::Constant(count), stride } => {
                for i in 0..count.get() {
                    let element = &self.module.types[base].inner;
                    self.add_leaves(element, offset + i * stride, leaves)?;
                }
            }
            TypeInner::Struct { ref members, .. } => {
                for member in members {
                    let inner = &self.module.types[member.ty].inner;
                    self.add_leaves(inner, offset + member.offset, leaves)?;
                }
            }
            _ => return self.unsupported(name(inner)),
        }
        Ok(())
    }

    /// How far a part of a value lies from its start, in registers.
    pub(super) fn part_words(&self, inner: &TypeInner, index: u32) -> Result<u32> {
        match *inner {
            TypeInner::Vector { scalar, .. } => Ok(index * self.scalar(scalar)?.words()),
            TypeInner::Matrix { rows, scalar, .. } => {
                Ok(index * rows as u32 * self.scalar(scalar)?.words())
            }
            TypeInner::Array { base, .. } => {
                Ok(index * self.words(&self.module.types[base].inner)?)
            }
            TypeInner::Struct { ref members, .. } => {
                let mut words = 0;
                for member in &members[..index as usize] {
                    words += self.words(&self.module.types[member.ty].inner)?;
                }
                Ok(words)
            }
            _ => self.unsupported("a part of this type"),
        }
    }

    /// How far a part of a value lies from its start, in bytes of memory.
    pub(super) fn part_bytes(&self, inner: &TypeInner, index: u32) -> Result<u32> {
        match *inner {
            TypeInner::Vector { scalar, .. } => Ok(index * u32::from(scalar.width)),
            TypeInner::Matrix { rows, scalar, .. } => Ok(index * column_stride(rows, scalar)),
            TypeInner::Array { stride, .. } => Ok(index.saturating_mul(stride)),
            TypeInner::Struct { ref members, .. } => Ok(members[index as usize].offset),
            _ => self.unsupported("a part of this type"),
        }
    }

    /// Bytes that a value takes in memory.
    pub(super) fn bytes(&self, inner: &TypeInner) -> Result<u32> {
        match inner.try_size(self.module.to_ctx()) {
            Some(bytes) => Ok(bytes),
            None => self.unsupported("the size of this type"),
        }
    }
}

/// Bytes from one column of a matrix to the next. Three rows take as much as four.
fn column_stride(rows: naga::VectorSize, scalar: naga::Scalar) -> u32 {
    let rows = if rows == naga::VectorSize::Tri { 4 } else { rows as u32 };
    rows * u32::from(scalar.width)
}

/// What a type that cannot be held in registers is called.
fn name(inner: &TypeInner) -> &'static str {
    match inner {
        TypeInner::Image { .. } | TypeInner::Sampler { .. } => "textures and samplers",
        TypeInner::AccelerationStructure { .. } | TypeInner::RayQuery { .. } => "ray queries",
        TypeInner::BindingArray { .. } => "arrays of bindings",
        TypeInner::CooperativeMatrix { .. } => "cooperative matrices",
        TypeInner::Array { .. } => "an array without a fixed size in this place",
        _ => "values of this type",
    }
}
