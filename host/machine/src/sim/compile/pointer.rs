//! Pointers. naga's are chains of accesses with a variable at their root, so
//! every pointer is a memory reference that is known but for its run-time indices.

use super::{Argument, Compiler, FunctionScope, IndexLimit, Result};
use crate::sim::code::{DynamicIndex, Format, Leaf, MemoryRef, Op, Reg, Root};
use naga::{Expression, Handle, LocalVariable, TypeInner};

impl<'a> Compiler<'a> {
    /// The memory reference that a pointer is, with the words of its type.
    pub(super) fn memory_ref(
        &mut self,
        scope: &mut FunctionScope<'a>,
        pointer: Handle<Expression>,
    ) -> Result<MemoryRef> {
        let mut memory_ref = self.chain(scope, pointer)?;
        let target = self.target(scope, pointer)?;
        memory_ref.leaves = match memory_ref.root {
            Root::Local(_) => registers(self.words(&target)?),
            _ => self.leaves(&target)?,
        };
        Ok(memory_ref)
    }

    /// The same for a pointer to something whose size may not be known.
    pub(super) fn chain(
        &mut self,
        scope: &mut FunctionScope<'a>,
        pointer: Handle<Expression>,
    ) -> Result<MemoryRef> {
        let at = |root, offset| MemoryRef {
            root,
            offset,
            indices: Vec::new(),
            leaves: Vec::new(),
            by_byte: false,
        };
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
                Argument::Pointer(memory_ref) => Ok(memory_ref.clone()),
                Argument::Value(_) => self.unsupported("a value in place of a pointer"),
            },
            Expression::AccessIndex { base, index } => {
                let mut memory_ref = self.chain(scope, base)?;
                let target = self.target(scope, base)?;
                let step = self.step(&target, index, memory_ref.root)?;
                memory_ref.offset = memory_ref.offset.saturating_add(step);
                // An array without a size of its own may be shorter than that.
                if let TypeInner::Array { size, stride, .. } = target
                    && size == naga::ArraySize::Dynamic
                {
                    let limit = IndexLimit::of_array(size, memory_ref.offset.saturating_sub(step));
                    memory_ref.offset = memory_ref.offset.saturating_sub(step);
                    memory_ref.indices.push(DynamicIndex {
                        register: self.constant(index),
                        stride,
                        limit,
                    });
                }
                Ok(memory_ref)
            }
            Expression::Access { base, index } => {
                let mut memory_ref = self.chain(scope, base)?;
                let target = self.target(scope, base)?;
                let stride = self.step(&target, 1, memory_ref.root)?;
                let limit = match target {
                    TypeInner::Array { size, .. } => IndexLimit::of_array(size, memory_ref.offset),
                    TypeInner::Vector { size, .. } => IndexLimit::Fixed(size as u32),
                    TypeInner::Matrix { columns, .. } => IndexLimit::Fixed(columns as u32),
                    _ => return self.unsupported("an index into this type"),
                };
                let register = self.value(scope, index)?;
                memory_ref.indices.push(DynamicIndex { register, stride, limit });
                Ok(memory_ref)
            }
            _ => self.unsupported("a pointer of this kind"),
        }
    }

    /// What a pointer points at.
    pub(super) fn target(
        &self,
        scope: &FunctionScope<'a>,
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

    /// The registers of a memory reference that is known without any index.
    pub(super) fn fixed_registers(memory_ref: &MemoryRef) -> Option<Reg> {
        match memory_ref.root {
            Root::Local(first) if memory_ref.indices.is_empty() => Some(first + memory_ref.offset),
            _ => None,
        }
    }

    pub(super) fn add_memory_ref(&mut self, memory_ref: MemoryRef) -> u32 {
        self.code.memory_refs.push(memory_ref);
        self.code.memory_refs.len() as u32 - 1
    }

    /// Reads what a pointer leads to.
    pub(super) fn load(
        &mut self,
        scope: &mut FunctionScope<'a>,
        handle: Handle<Expression>,
        pointer: Handle<Expression>,
    ) -> Result<Reg> {
        if let TypeInner::Atomic(_) = self.target(scope, pointer)?
            && let Some(how) = self.semantics.read(scope.key, handle)
        {
            let memory_ref = self.memory_ref(scope, pointer)?;
            let to = self.registers(memory_ref.leaves.len() as u32);
            let memory_ref = self.add_memory_ref(memory_ref);
            self.emit(Op::AtomicLoad { to, memory_ref, how });
            return Ok(to);
        }
        let memory_ref = self.memory_ref(scope, pointer)?;
        if let Some(first) = Self::fixed_registers(&memory_ref) {
            let root = root_variable(scope, pointer);
            if root.is_some_and(|variable| scope.uses.outlives(handle, variable)) {
                return Ok(first);
            }
            let words = memory_ref.leaves.len() as u32;
            let to = self.registers(words);
            for word in 0..words {
                self.emit(Op::Copy { to: to + word, from: first + word });
            }
            return Ok(to);
        }
        match memory_ref.root {
            Root::Buffer(buffer) if self.is_uniform(buffer) && memory_ref.indices.is_empty() => {
                if let Some(to) = self.uniform(buffer, &memory_ref) {
                    return Ok(to);
                }
            }
            _ => {}
        }
        let to = self.load_memory_ref(memory_ref);
        scope.loads.insert(handle, self.code.ops.len() as u32 - 1);
        Ok(to)
    }

    pub(super) fn load_memory_ref(&mut self, memory_ref: MemoryRef) -> Reg {
        let to = self.registers(memory_ref.leaves.len() as u32);
        let memory_ref = self.add_memory_ref(memory_ref);
        self.emit(Op::Load { to, memory_ref });
        to
    }

    fn is_uniform(&self, buffer: u32) -> bool {
        self.code.buffers[buffer as usize].uniform
    }

    /// Registers that hold words of a uniform buffer from the start.
    fn uniform(&mut self, buffer: u32, memory_ref: &MemoryRef) -> Option<Reg> {
        if memory_ref.leaves.iter().any(|leaf| leaf.format != Format::Word) {
            return None;
        }
        let offset = |leaf: &Leaf| memory_ref.offset + leaf.offset;
        if let [leaf] = &memory_ref.leaves[..] {
            let key = (buffer, offset(leaf));
            if let Some(&known) = self.uniforms.get(&key) {
                return Some(known);
            }
            self.uniforms.insert(key, self.code.registers);
        }
        let to = self.registers(memory_ref.leaves.len() as u32);
        for (register, leaf) in (to..).zip(&memory_ref.leaves) {
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
    scope: &FunctionScope<'_>,
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
