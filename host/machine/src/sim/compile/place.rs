//! Pointers. naga's are chains of accesses with a variable at their root, so
//! every pointer is a place that is known but for its run-time indices.

use super::{Argument, Compiler, Limit, Result, Scope};
use crate::sim::code::{Format, Leaf, Op, Part, Place, Reg, Root};
use naga::{Expression, Handle, LocalVariable, TypeInner};

impl<'a> Compiler<'a> {
    /// The place that a pointer leads to, with the words of its type.
    pub(super) fn place(
        &mut self,
        scope: &mut Scope<'a>,
        pointer: Handle<Expression>,
    ) -> Result<Place> {
        let mut place = self.chain(scope, pointer)?;
        let target = self.target(scope, pointer)?;
        place.leaves = match place.root {
            Root::Local(_) => registers(self.words(&target)?),
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
                let step = self.step(&target, index, place.root)?;
                place.offset = place.offset.saturating_add(step);
                // An array without a size of its own may be shorter than that.
                if let TypeInner::Array { size, stride, .. } = target
                    && size == naga::ArraySize::Dynamic
                {
                    let limit = Limit::of_array(size, place.offset.saturating_sub(step));
                    place.offset = place.offset.saturating_sub(step);
                    place.parts.push(Part { index: self.constant(index), stride, limit });
                }
                Ok(place)
            }
            Expression::Access { base, index } => {
                let mut place = self.chain(scope, base)?;
                let target = self.target(scope, base)?;
                let stride = self.step(&target, 1, place.root)?;
                let limit = match target {
                    TypeInner::Array { size, .. } => Limit::of_array(size, place.offset),
                    TypeInner::Vector { size, .. } => Limit::Fixed(size as u32),
                    TypeInner::Matrix { columns, .. } => Limit::Fixed(columns as u32),
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
            _ => self.unsupported("a pointer to this type"),
        }
    }

    fn step(&self, target: &TypeInner, index: u32, root: Root) -> Result<u32> {
        match root {
            Root::Local(_) => self.part_words(target, index),
            _ => self.part_bytes(target, index),
        }
    }

    /// The registers of a place that is known without any index.
    pub(super) fn fixed_registers(place: &Place) -> Option<Reg> {
        match place.root {
            Root::Local(first) if place.parts.is_empty() => Some(first + place.offset),
            _ => None,
        }
    }

    pub(super) fn add_place(&mut self, place: Place) -> u32 {
        self.code.places.push(place);
        self.code.places.len() as u32 - 1
    }

    /// Reads a place behind a pointer.
    pub(super) fn load(
        &mut self,
        scope: &mut Scope<'a>,
        handle: Handle<Expression>,
        pointer: Handle<Expression>,
    ) -> Result<Reg> {
        if let TypeInner::Atomic(_) = self.target(scope, pointer)? {
            let place = self.place(scope, pointer)?;
            let to = self.registers(place.leaves.len() as u32);
            let place = self.add_place(place);
            self.emit(Op::AtomicLoad { to, place });
            return Ok(to);
        }
        let place = self.place(scope, pointer)?;
        if let Some(first) = Self::fixed_registers(&place) {
            let root = root_variable(scope, pointer);
            if root.is_some_and(|variable| scope.uses.outlives(handle, variable)) {
                return Ok(first);
            }
            let words = place.leaves.len() as u32;
            let to = self.registers(words);
            for word in 0..words {
                self.emit(Op::Copy { to: to + word, from: first + word });
            }
            return Ok(to);
        }
        match place.root {
            Root::Buffer(buffer) if self.is_uniform(buffer) && place.parts.is_empty() => {
                if let Some(to) = self.uniform(buffer, &place) {
                    return Ok(to);
                }
            }
            _ => {}
        }
        Ok(self.load_place(place))
    }

    pub(super) fn load_place(&mut self, place: Place) -> Reg {
        let to = self.registers(place.leaves.len() as u32);
        let place = self.add_place(place);
        self.emit(Op::Load { to, place });
        to
    }

    fn is_uniform(&self, buffer: u32) -> bool {
        self.code.buffers[buffer as usize].uniform
    }

    /// Registers that hold words of a uniform buffer from the start.
    fn uniform(&mut self, buffer: u32, place: &Place) -> Option<Reg> {
        if place.leaves.iter().any(|leaf| leaf.format != Format::Word) {
            return None;
        }
        let offset = |leaf: &Leaf| place.offset + leaf.offset;
        if let [leaf] = &place.leaves[..] {
            let key = (buffer, offset(leaf));
            if let Some(&known) = self.uniforms.get(&key) {
                return Some(known);
            }
            self.uniforms.insert(key, self.code.registers);
        }
        let to = self.registers(place.leaves.len() as u32);
        for (register, leaf) in (to..).zip(&place.leaves) {
            self.code.uniforms.push((register, buffer, offset(leaf)));
        }
        Some(to)
    }
}

/// Words of a variable's registers.
pub(super) fn registers(words: u32) -> Vec<Leaf> {
    (0..words).map(|offset| Leaf { offset, format: Format::Word }).collect()
}

/// The variable of this function that a pointer leads into.
fn root_variable(
    scope: &Scope<'_>,
    mut pointer: Handle<Expression>,
) -> Option<Handle<LocalVariable>> {
    loop {
        match scope.function.expressions[pointer] {
            Expression::LocalVariable(variable) => return Some(variable),
            Expression::AccessIndex { base, .. } => pointer = base,
            _ => return None,
        }
    }
}
