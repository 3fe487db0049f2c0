//! Variable names: which registers hold what the source has names for.

use super::{Argument, Compiler, FunctionScope};
use crate::sim::code::{Reg, Variable};
use naga::{ArraySize, Expression, Handle, TypeInner};

/// The most registers of one variable that are listed one by one.
const MOST_LISTED: usize = 256;

impl<'a> Compiler<'a> {
    /// Lists the registers of a variable under its name.
    pub(super) fn name(&mut self, function: &str, name: String, inner: &TypeInner, first: Reg) {
        let mut found = Vec::new();
        self.flatten(function, name, inner, first, &mut found);
        self.code.variables.append(&mut found);
    }

    pub(super) fn name_arguments(&mut self, scope: &FunctionScope<'a>) {
        for (argument, given) in scope.function.arguments.iter().zip(&scope.arguments) {
            if let (Some(name), &Argument::Value(first)) = (&argument.name, given) {
                let function = scope.function.name.as_deref().unwrap_or_default();
                let inner = &self.module.types[argument.ty].inner;
                self.name(function, name.clone(), inner, first);
            }
        }
    }

    /// Lists a value that the source gave a name with `let`.
    pub(super) fn name_value(
        &mut self,
        scope: &FunctionScope<'a>,
        handle: Handle<Expression>,
        first: Reg,
    ) {
        if let Some(name) = scope.function.named_expressions.get(&handle) {
            let function = scope.function.name.as_deref().unwrap_or_default();
            let inner = scope.info[handle].ty.inner_with(&self.module.types);
            self.name(function, name.clone(), inner, first);
        }
    }

    fn flatten(
        &self,
        function: &str,
        name: String,
        inner: &TypeInner,
        first: Reg,
        found: &mut Vec<Variable>,
    ) {
        if found.len() >= MOST_LISTED {
            return;
        }
        let mut part = |index: u32, name: String, inner: &TypeInner, whole: &TypeInner| {
            if let Ok(offset) = self.part_words(whole, index) {
                self.flatten(function, name, inner, first + offset, found);
            }
        };
        match *inner {
            TypeInner::Scalar(scalar) => {
                if let Ok(scalar) = self.scalar(scalar) {
                    let function = function.to_owned();
                    found.push(Variable { name, register: first, scalar, function });
                }
            }
            TypeInner::Vector { size, scalar } => {
                for (i, axis) in ["x", "y", "z", "w"].iter().take(size as usize).enumerate() {
                    let scalar = TypeInner::Scalar(scalar);
                    part(i as u32, format!("{name}.{axis}"), &scalar, inner);
                }
            }
            TypeInner::Matrix { columns, rows, scalar } => {
                for i in 0..columns as u32 {
                    let column = TypeInner::Vector { size: rows, scalar };
                    part(i, format!("{name}[{i}]"), &column, inner);
                }
            }
            TypeInner::Array { base, size: ArraySize::Constant(count), .. } => {
                for i in 0..count.get().min(MOST_LISTED as u32) {
                    part(i, format!("{name}[{i}]"), &self.module.types[base].inner, inner);
                }
            }
            TypeInner::Struct { ref members, .. } => {
                for (i, member) in members.iter().enumerate() {
                    let field = member.name.as_deref().unwrap_or("_");
                    let inner_type = &self.module.types[member.ty].inner;
                    part(i as u32, format!("{name}.{field}"), inner_type, inner);
                }
            }
            _ => {}
        }
    }
}
