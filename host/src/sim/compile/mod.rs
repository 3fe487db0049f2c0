//! From a checked naga module to the machine's code.
//!
//! Functions are inlined, one [`Scope`] for each place they are called from. An
//! expression gets its registers when naga emits it, or on first use where naga
//! never emits it (literals, arguments and the like).

mod expression;
mod place;
mod statement;
mod types;

use super::code::{BufferSlot, Code, Input, Limit, Op, Place, Reg, Root, SharedVariable};
use crate::front::wgsl::Checked;
use naga::valid::{FunctionInfo, ModuleInfo};
use naga::{AddressSpace, Binding, BuiltIn, Expression, Function, GlobalVariable, Handle, Module};
use naga::{Span, TypeInner};
use std::collections::HashMap;
use thiserror::Error;

/// A kernel that the machine cannot run.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum CompileError {
    /// There is no such entry point.
    #[error("there is no kernel `{entry}`; the text has {}", .entries.join(", "))]
    NoEntry {
        /// What was asked for.
        entry: String,
        /// What there is.
        entries: Vec<String>,
    },
    /// The machine does not know this yet.
    #[error("the simulator does not know {what} yet")]
    Unsupported {
        /// What it is.
        what: String,
        /// Where it stands.
        span: Span,
    },
}

type Result<T> = std::result::Result<T, CompileError>;

/// Compiles one entry point.
pub fn compile(checked: &Checked, entry: &str) -> Result<Code> {
    let module = &checked.module;
    let index = module.entry_points.iter().position(|point| point.name == entry);
    let Some(index) = index else {
        return Err(CompileError::NoEntry {
            entry: entry.to_owned(),
            entries: module.entry_points.iter().map(|point| point.name.clone()).collect(),
        });
    };
    let point = &module.entry_points[index];
    let mut compiler = Compiler::new(module, &checked.info);
    compiler.code.block = point.workgroup_size;
    compiler.globals(checked.info.get_entry_point(index))?;
    let arguments = compiler.inputs(&point.function)?;
    let info = checked.info.get_entry_point(index);
    compiler.function(&point.function, info, arguments, None)?;
    compiler.emit(Op::Exit);
    Ok(compiler.code)
}

struct Compiler<'a> {
    module: &'a Module,
    info: &'a ModuleInfo,
    code: Code,
    globals: HashMap<Handle<GlobalVariable>, Root>,
    /// Offsets of shared variables.
    shared: HashMap<Handle<GlobalVariable>, u32>,
    /// Where the statement under way comes from.
    span: Span,
}

/// A function at the place where it is inlined.
struct Scope<'a> {
    function: &'a Function,
    info: &'a FunctionInfo,
    values: HashMap<Handle<Expression>, Reg>,
    arguments: Vec<Argument>,
    locals: HashMap<Handle<naga::LocalVariable>, Reg>,
    result: Option<Reg>,
}

/// What a function is given.
#[derive(Clone, Debug)]
enum Argument {
    Value(Reg),
    Pointer(Place),
}

impl<'a> Compiler<'a> {
    fn new(module: &'a Module, info: &'a ModuleInfo) -> Compiler<'a> {
        Compiler {
            module,
            info,
            code: Code::default(),
            globals: HashMap::new(),
            shared: HashMap::new(),
            span: Span::UNDEFINED,
        }
    }

    fn emit(&mut self, op: Op) -> usize {
        self.code.ops.push(op);
        self.code.spans.push(self.span);
        self.code.ops.len() - 1
    }

    /// Neighbouring registers that nothing else uses.
    fn registers(&mut self, count: u32) -> Reg {
        let first = self.code.registers;
        self.code.registers += count;
        first
    }

    fn unsupported<T>(&self, what: impl Into<String>) -> Result<T> {
        Err(CompileError::Unsupported { what: what.into(), span: self.span })
    }

    /// Gives every global variable that the kernel uses its place.
    fn globals(&mut self, used: &FunctionInfo) -> Result<()> {
        for (handle, variable) in self.module.global_variables.iter() {
            if used[handle].is_empty() {
                continue;
            }
            self.span = self.module.global_variables.get_span(handle);
            let inner = &self.module.types[variable.ty].inner;
            let root = match (variable.space, variable.binding) {
                (AddressSpace::Storage { .. } | AddressSpace::Uniform, Some(binding)) => {
                    self.code.buffers.push(BufferSlot {
                        name: variable.name.clone().unwrap_or_default(),
                        group: binding.group,
                        binding: binding.binding,
                        uniform: variable.space == AddressSpace::Uniform,
                    });
                    Root::Buffer(self.code.buffers.len() as u32 - 1)
                }
                (AddressSpace::WorkGroup, _) => {
                    let align = 16;
                    let offset = self.code.shared_bytes.next_multiple_of(align);
                    self.shared.insert(handle, offset);
                    let bytes = self.bytes(inner)?;
                    self.code.shared.push(SharedVariable {
                        name: variable.name.clone().unwrap_or_default(),
                        offset,
                        bytes,
                    });
                    self.code.shared_bytes = offset + bytes;
                    Root::Shared
                }
                (AddressSpace::Private, _) => {
                    let words = self.words(inner)?;
                    let first = self.registers(words);
                    for word in 0..words {
                        self.emit(Op::Splat { to: first + word, word: 0 });
                    }
                    Root::Local(first)
                }
                _ => return self.unsupported("this kind of global variable"),
            };
            self.globals.insert(handle, root);
        }
        Ok(())
    }

    /// Registers for what the entry point's arguments hold from the start.
    fn inputs(&mut self, function: &Function) -> Result<Vec<Argument>> {
        let mut arguments = Vec::new();
        for argument in &function.arguments {
            let first = self.code.registers;
            match (&argument.binding, &self.module.types[argument.ty].inner) {
                (Some(Binding::BuiltIn(builtin)), inner) => {
                    let words = self.words(inner)?;
                    self.input(*builtin, words)?;
                }
                (None, TypeInner::Struct { members, .. }) => {
                    for member in members {
                        let Some(Binding::BuiltIn(builtin)) = member.binding else {
                            return self.unsupported("an input without a builtin");
                        };
                        let words = self.words(&self.module.types[member.ty].inner)?;
                        self.input(builtin, words)?;
                    }
                }
                _ => return self.unsupported("an input without a builtin"),
            }
            arguments.push(Argument::Value(first));
        }
        Ok(arguments)
    }

    fn input(&mut self, builtin: BuiltIn, words: u32) -> Result<()> {
        for axis in 0..words as usize {
            let input = match builtin {
                BuiltIn::LocalInvocationId => Input::ThreadInBlock(axis),
                BuiltIn::LocalInvocationIndex => Input::ThreadIndex,
                BuiltIn::GlobalInvocationId => Input::ThreadInGrid(axis),
                BuiltIn::WorkGroupId => Input::BlockInGrid(axis),
                BuiltIn::NumWorkGroups => Input::GridSize(axis),
                BuiltIn::WorkGroupSize => Input::BlockSize(axis),
                BuiltIn::SubgroupId => Input::Warp,
                BuiltIn::SubgroupInvocationId => Input::Lane,
                BuiltIn::SubgroupSize => Input::WarpSize,
                BuiltIn::NumSubgroups => Input::Warps,
                other => return self.unsupported(format!("the builtin {other:?}")),
            };
            let to = self.registers(1);
            self.code.inputs.push((input, to));
        }
        Ok(())
    }

    /// A function's body, inlined. `result` takes what it returns.
    fn function(
        &mut self,
        function: &'a Function,
        info: &'a FunctionInfo,
        arguments: Vec<Argument>,
        result: Option<Reg>,
    ) -> Result<()> {
        let mut scope = Scope {
            function,
            info,
            values: HashMap::new(),
            arguments,
            locals: HashMap::new(),
            result,
        };
        self.emit(Op::Call);
        for (handle, variable) in function.local_variables.iter() {
            self.span = function.local_variables.get_span(handle);
            let words = self.words(&self.module.types[variable.ty].inner)?;
            let to = self.registers(words);
            scope.locals.insert(handle, to);
            match variable.init {
                Some(init) => {
                    let from = self.value(&mut scope, init)?;
                    for word in 0..words {
                        self.emit(Op::Assign { to: to + word, from: from + word });
                    }
                }
                None => {
                    let zero = self.constant(0);
                    for word in 0..words {
                        self.emit(Op::Assign { to: to + word, from: zero });
                    }
                }
            }
        }
        self.block(&mut scope, &function.body)?;
        self.emit(Op::EndCall);
        Ok(())
    }
}

impl Limit {
    fn of_array(size: naga::ArraySize, offset: u32) -> Limit {
        match size {
            naga::ArraySize::Constant(count) => Limit::Fixed(count.get()),
            _ => Limit::Rest { offset },
        }
    }
}
