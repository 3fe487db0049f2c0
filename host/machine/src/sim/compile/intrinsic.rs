//! Functions that stand for what the machine does itself: accesses by the byte, and
//! rounding to floats of 16 bits. Their bodies are for machines that cannot.

use super::{Compiler, FunctionScope, IndexLimit, Result};
use crate::sim::code::{DynamicIndex, Format, Leaf, MemoryRef, Op};
use naga::{Expression, Handle};
use warpbench_semantics::{Intrinsic, MemoryValue, Stored};

impl<'a> Compiler<'a> {
    /// A call of such a function.
    pub(super) fn intrinsic(
        &mut self,
        scope: &mut FunctionScope<'a>,
        intrinsic: &Intrinsic,
        arguments: &[Handle<Expression>],
        result: Option<Handle<Expression>>,
    ) -> Result<()> {
        let made = match (intrinsic, arguments) {
            (Intrinsic::Load(value), [place]) => {
                let memory_ref = self.bytes_ref(scope, value, *place)?;
                self.load_memory_ref(memory_ref)
            }
            (Intrinsic::Store(value), [place, from]) => {
                let from = self.value(scope, *from)?;
                let memory_ref = self.bytes_ref(scope, value, *place)?;
                let memory_ref = self.add_memory_ref(memory_ref);
                self.emit(Op::Store { from, memory_ref });
                return Ok(());
            }
            (Intrinsic::RoundToHalf, [number]) => {
                let from = self.value(scope, *number)?;
                let to = self.registers(1);
                self.emit(Op::Copy { to, from });
                self.emit(Op::RoundHalf { to });
                to
            }
            _ => return self.unsupported("a call of this kind"),
        };
        if let Some(result) = result {
            scope.values.insert(result, made);
        }
        Ok(())
    }

    /// The memory reference to a value that starts so many steps into a memory.
    fn bytes_ref(
        &mut self,
        scope: &mut FunctionScope<'a>,
        value: &MemoryValue,
        place: Handle<Expression>,
    ) -> Result<MemoryRef> {
        let Some(&root) = self.globals.get(&value.variable) else {
            return self.unsupported("a variable that no binding leads to");
        };
        let variable = &self.module.global_variables[value.variable];
        let offset = self.shared.get(&value.variable).copied().unwrap_or(0);
        let limit = match self.module.types[variable.ty].inner {
            naga::TypeInner::Array { size: naga::ArraySize::Constant(count), stride, .. } => {
                let bytes = count.get().saturating_mul(stride);
                IndexLimit::Fixed(bytes.div_ceil(value.step.max(1)))
            }
            _ => IndexLimit::Rest { offset },
        };
        let index = DynamicIndex { register: self.value(scope, place)?, stride: value.step, limit };
        let leaf = |part: &warpbench_semantics::MemoryPart| Leaf {
            offset: part.offset,
            format: format(part.stored),
        };
        let leaves = value.parts.iter().map(leaf).collect();
        let by_byte = !value.is_indexed;
        Ok(MemoryRef { root, offset, indices: vec![index], leaves, by_byte })
    }
}

fn format(stored: Stored) -> Format {
    match stored {
        Stored::Word => Format::Word,
        Stored::U8 => Format::U8,
        Stored::I8 => Format::I8,
        Stored::U16 => Format::U16,
        Stored::I16 => Format::I16,
        Stored::Bool => Format::Bool,
        Stored::Half => Format::Half,
    }
}
