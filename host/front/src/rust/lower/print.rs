//! What a kernel prints.
//!
//! No shading language prints. In the module it is a block that puts the values into
//! variables which nobody reads, so that an adapter does nothing and the simulator
//! knows that the values are needed until then.

use super::super::hir::Print;
use super::super::types::Ty;
use super::Lowering;
use super::frame::Frame;
use super::types::unsupported;
use super::value::Value;
use naga::{Span, Statement};
use warpbench_semantics::{self as semantics, PrintArgument};

impl Frame<'_, '_> {
    /// The values in a text.
    pub(super) fn print_arguments(&mut self, print: &Print) -> Lowering<Vec<PrintArgument>> {
        let mut arguments = Vec::new();
        for argument in &print.arguments {
            let value = self.plain_expr(argument)?;
            let bits = match self.settle(&argument.ty) {
                Ty::Int(int) => int.bits(),
                ty if self.is_scalar(&ty) => 32,
                _ => return Err(unsupported("a value of this type in a text", argument.span)),
            };
            arguments.push(PrintArgument { value, bits });
        }
        Ok(arguments)
    }

    /// `println!(…)`.
    pub(super) fn print(&mut self, print: &Print, span: Span) -> Lowering<Value> {
        let arguments = self.print_arguments(print)?;
        if self.is_dead() {
            return Ok(Value::Never);
        }
        let types = print.arguments.iter().map(|argument| self.naga_type(&argument.ty, span));
        let types = types.collect::<Lowering<Vec<_>>>()?;
        let place = self.notes.own_place(span);
        let (block, _) = self.block(|frame| {
            for (argument, ty) in arguments.iter().zip(types) {
                let variable = frame.add_variable("", ty, span);
                let pointer = frame.local(variable);
                frame.store(pointer, argument.value, span);
            }
            Ok(())
        })?;
        self.push(Statement::Block(block), place);
        self.notes.add_print(place, semantics::Print { text: print.text.clone(), arguments });
        Ok(Value::UNIT)
    }
}
