//! Pointers. naga's are chains of accesses with a variable at their root, so
//! every pointer is a place that is known but for its run-time indices.

use super::{Argument, Compiler, Limit, Result, Scope};
use crate::sim::code::{Part, Place, Root};
use naga::{Expression, Handle, TypeInner};

impl<'a> Compiler<'a> {
    /// The place that a pointer leads to, with the scalars of its type.
    pub(super) fn place(
        &mut self,
        scope: &mut Scope<'a>,
        pointer: Handle<Expression>,
    ) -> Result<Place> {
        let mut place = self.chain(scope, pointer)?;
        let target = self.target(scope, pointer)?;
        place.leaves = match place.root {
            Root::Local(_) => (0..self.words(&target)?).collect(),
            _ => self.leaves(&target)?,
        };
        Ok(place)
    }

    /// The place of a pointer to something whose size may not be known.
    pub(super) fn chain(
        &mut self,
        scope: &mut Scope<'a>,
        pointer: Handle<Expression>,
    ) -> Result<Place> {
        let at = |root, offset| Place { root, offset, parts: Vec::new(), leaves: Vec::new() };
        match scope.function.expressions[pointer] {
            Expression::GlobalVariable(handle) => match self.globals.get(&handle) {
                Some(&root) => Ok(at(root, self.shared.get(&handle).copied().unwrap_or(0))),
                None => self.unsupported("a variable that no binding leads to"),
            },
            Expression::LocalVariable(handle) => match scope.locals.get(&handle) {
                Some(&first) => Ok(at(Root::Local(first), 0)),
                None => self.unsupported("a variable before it is declared"),
            },
            Expression::FunctionArgument(index) => match &scope.arguments[index as usize] {
                Argument::Pointer(place) => Ok(place.clone()),
                Argument::Value(_) => self.unsupported("a value in place of a pointer"),
            },
            Expression::AccessIndex { base, index } => {
                let mut place = self.chain(scope, base)?;
                let target = self.target(scope, base)?;
                place.offset += self.step(&target, index, place.root)?;
                Ok(place)
            }
            Expression::Access { base, index } => {
                let mut place = self.chain(scope, base)?;
                let target = self.target(scope, base)?;
                let stride = self.step(&target, 1, place.root)?;
                let limit = match target {
                    TypeInner::Array { size, .. } => Limit::of_array(size, place.offset),
                    TypeInner::Vector { size, .. } => Limit::Fixed(size as u32),
                    _ => return self.unsupported("an index into this type"),
                };
                let index = self.value(scope, index)?;
                place.parts.push(Part { index, stride, limit });
                Ok(place)
            }
            _ => self.unsupported("a pointer of this kind"),
        }
    }

    /// What a pointer points at.
    pub(super) fn target(
        &self,
        scope: &Scope<'a>,
        pointer: Handle<Expression>,
    ) -> Result<TypeInner> {
        match *scope.info[pointer].ty.inner_with(&self.module.types) {
            TypeInner::Pointer { base, .. } => Ok(self.module.types[base].inner.clone()),
            TypeInner::ValuePointer { size: None, scalar, .. } => Ok(TypeInner::Scalar(scalar)),
            TypeInner::ValuePointer { size: Some(size), scalar, .. } => {
                Ok(TypeInner::Vector { size, scalar })
            }
            _ => self.unsupported("a pointer of this kind"),
        }
    }

    /// How far the element or member of that number lies from the first.
    fn step(&self, target: &TypeInner, index: u32, root: Root) -> Result<u32> {
        let local = matches!(root, Root::Local(_));
        match *target {
            TypeInner::Vector { .. } => Ok(if local { index } else { 4 * index }),
            TypeInner::Array { base, stride, .. } => {
                Ok(index * if local { self.words(&self.module.types[base].inner)? } else { stride })
            }
            TypeInner::Struct { ref members, .. } if local => {
                let mut words = 0;
                for member in &members[..index as usize] {
                    words += self.words(&self.module.types[member.ty].inner)?;
                }
                Ok(words)
            }
            TypeInner::Struct { ref members, .. } => Ok(members[index as usize].offset),
            _ => self.unsupported("an index into this type"),
        }
    }
}
