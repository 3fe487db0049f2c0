//! How values lie in registers and in memory.

use super::{Compiler, Result};
use naga::{ArraySize, ScalarKind, TypeInner};

impl Compiler<'_> {
    /// Registers that a value takes: one per scalar.
    pub(super) fn words(&self, inner: &TypeInner) -> Result<u32> {
        Ok(match *inner {
            TypeInner::Scalar(scalar) | TypeInner::Atomic(scalar) => {
                self.check_scalar(scalar)?;
                1
            }
            TypeInner::Vector { size, scalar } => {
                self.check_scalar(scalar)?;
                size as u32
            }
            TypeInner::Array { base, size: ArraySize::Constant(count), .. } => {
                self.words(&self.module.types[base].inner)? * count.get()
            }
            TypeInner::Struct { ref members, .. } => {
                let mut words = 0;
                for member in members {
                    words += self.words(&self.module.types[member.ty].inner)?;
                }
                words
            }
            _ => return self.unsupported("values of this type"),
        })
    }

    fn check_scalar(&self, scalar: naga::Scalar) -> Result<()> {
        let known = matches!(scalar.kind, ScalarKind::Bool) || scalar.width == 4;
        if known { Ok(()) } else { self.unsupported("scalars that are not 32 bits wide") }
    }

    /// Bytes that a value takes in memory.
    pub(super) fn bytes(&self, inner: &TypeInner) -> Result<u32> {
        match inner.try_size(self.module.to_ctx()) {
            Some(bytes) => Ok(bytes),
            None => self.unsupported("the size of this type"),
        }
    }

    /// Where the scalars of a value lie in memory, in bytes, in the order of
    /// their registers.
    pub(super) fn leaves(&self, inner: &TypeInner) -> Result<Vec<u32>> {
        Ok(match *inner {
            TypeInner::Scalar(_) | TypeInner::Atomic(_) => vec![0],
            TypeInner::Vector { size, .. } => (0..size as u32).map(|i| 4 * i).collect(),
            TypeInner::Array { base, size: ArraySize::Constant(count), stride } => {
                let element = self.leaves(&self.module.types[base].inner)?;
                (0..count.get())
                    .flat_map(|i| element.iter().map(move |leaf| i * stride + leaf))
                    .collect()
            }
            TypeInner::Struct { ref members, .. } => {
                let mut leaves = Vec::new();
                for member in members {
                    let inner = &self.module.types[member.ty].inner;
                    leaves.extend(self.leaves(inner)?.iter().map(|leaf| member.offset + leaf));
                }
                leaves
            }
            _ => return self.unsupported("values of this type"),
        })
    }
}
