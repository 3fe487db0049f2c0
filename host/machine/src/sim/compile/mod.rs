//! From a checked naga module to the machine's code.
//!
//! Functions are inlined, one [`FunctionScope`] for each of their calls. An
//! expression gets its registers when naga emits it, or on first use where naga
//! never emits it (literals, arguments and the like). A read of a variable has no
//! registers of its own if [`uses`] says that the variable's will do.

mod arithmetic;
mod check;
mod constant;
mod convert;
mod expression;
mod flow;
mod intrinsic;
mod math;
mod matrix;
mod names;
mod pack;
mod pointer;
mod statement;
mod subgroup;
mod types;
mod update;
mod uses;

use super::code::loops;
use super::code::{BufferSlot, Code, IndexLimit, Input, MemoryRef, Op, Reg, Root, SharedVariable};
use naga::common::wgsl::TryToWgsl;
use naga::valid::{FunctionInfo, ModuleInfo};
use naga::{AddressSpace, Binding, BuiltIn, Expression, Function, GlobalVariable, Handle, Module};
use naga::{Span, StorageAccess, TypeInner};
use std::collections::{HashMap, HashSet};
use std::rc::Rc;
use thiserror::Error;
use uses::Uses;
use warpbench_semantics::{FunctionKey, Semantics};

/// The most instructions that a kernel may have once its functions are inlined.
const MOST_OPS: usize = 1 << 20;

/// A kernel that the machine cannot run.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum CompileError {
    /// There is no such entry point.
    #[error("there is no kernel `{entry}`; the text has {}", .entries.join(", "))]
    NoEntry { entry: String, entries: Vec<String> },
    /// The machine does not know this.
    #[error("the simulator does not know {what}")]
    Unsupported { what: String, span: Span },
    /// The kernel is too large.
    #[error(
        "this is too large for the simulator: use smaller arrays, or fewer calls of functions, \
         which are all inlined"
    )]
    TooLarge { span: Span },
}

type Result<T> = std::result::Result<T, CompileError>;

/// Compiles one entry point of a module that naga has validated.
pub fn compile(
    module: &Module,
    validated: &ModuleInfo,
    semantics: &Semantics,
    entry: &str,
) -> Result<Code> {
    let kernels = || {
        let is_kernel = |point: &&naga::EntryPoint| point.stage == naga::ShaderStage::Compute;
        module.entry_points.iter().filter(is_kernel)
    };
    if !kernels().any(|point| point.name == entry) {
        return Err(CompileError::NoEntry {
            entry: entry.to_owned(),
            entries: kernels().map(|point| point.name.clone()).collect(),
        });
    }
    let index = module.entry_points.iter().position(|point| point.name == entry).unwrap_or(0);
    let point = &module.entry_points[index];
    let info = validated.get_entry_point(index);
    let mut compiler = Compiler::new(module, validated, semantics);
    compiler.code.dialect = semantics.dialect;
    compiler.code.block = point.workgroup_size;
    compiler.code.calls.kernel = entry.to_owned();
    compiler.globals(info)?;
    let arguments = compiler.inputs(&point.function)?;
    compiler.function(None, &point.function, info, arguments, None)?;
    compiler.resolve();
    compiler.emit(Op::Exit);
    if compiler.code.ops.len() > MOST_OPS {
        return Err(CompileError::TooLarge { span: compiler.span });
    }
    let mut code = compiler.code;
    code.last_reads = code.find_last_reads();
    loops::find(&mut code);
    Ok(code)
}

struct Compiler<'a> {
    module: &'a Module,
    info: &'a ModuleInfo,
    semantics: &'a Semantics,
    code: Code,
    globals: HashMap<Handle<GlobalVariable>, Root>,
    shared: HashMap<Handle<GlobalVariable>, u32>,
    /// Registers that hold single words from the start.
    constants: HashMap<u32, Reg>,
    /// Registers that hold words of uniform buffers, by buffer and offset.
    uniforms: HashMap<(u32, u32), Reg>,
    /// What is known about functions that are inlined more than once.
    uses: HashMap<Option<Handle<Function>>, Rc<Uses>>,
    /// For each construct that is open, the instructions that go to its next part
    /// when they leave no lane active.
    open: Vec<Vec<usize>>,
    /// For each loop or switch that is open, whether it is a loop.
    breakable: Vec<bool>,
    /// Where the statement under way comes from.
    span: Span,
    /// The last call that names lanes in the function under way: its number there, and its
    /// first instruction.
    masked_call: Option<(u32, u32)>,
    /// The bodies under way that are written out where they are called.
    written_out: Vec<WrittenOut>,
}

/// A body that is written out where it is called.
struct WrittenOut {
    /// Where its name stands.
    name: Span,
    call: Span,
    /// The first of its instructions.
    first: usize,
}

/// A function where it is inlined.
struct FunctionScope<'a> {
    key: FunctionKey,
    function: &'a Function,
    info: &'a FunctionInfo,
    uses: Rc<Uses>,
    values: HashMap<Handle<Expression>, Reg>,
    /// The expressions whose registers nothing else has.
    owners: HashSet<Handle<Expression>>,
    arguments: Vec<Argument>,
    locals: HashMap<Handle<naga::LocalVariable>, Reg>,
    /// The instructions that load from memory, by their expressions.
    loads: HashMap<Handle<Expression>, u32>,
    result: Option<Reg>,
    /// Whether lanes can leave the function before its end.
    framed: bool,
}

/// What a function is given.
#[derive(Clone, Debug)]
enum Argument {
    Value(Reg),
    Pointer(MemoryRef),
}

impl<'a> Compiler<'a> {
    fn new(module: &'a Module, info: &'a ModuleInfo, semantics: &'a Semantics) -> Compiler<'a> {
        Compiler {
            module,
            info,
            semantics,
            code: Code::default(),
            globals: HashMap::new(),
            shared: HashMap::new(),
            constants: HashMap::new(),
            uniforms: HashMap::new(),
            uses: HashMap::new(),
            open: vec![Vec::new()],
            breakable: Vec::new(),
            span: Span::UNDEFINED,
            masked_call: None,
            written_out: Vec::new(),
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
        self.code.registers = first.saturating_add(count);
        first
    }

    fn unsupported<T>(&self, what: impl Into<String>) -> Result<T> {
        Err(CompileError::Unsupported { what: what.into(), span: self.span })
    }

    /// Gives every global variable that the kernel uses its root.
    fn globals(&mut self, used: &FunctionInfo) -> Result<()> {
        for (handle, variable) in self.module.global_variables.iter() {
            if used[handle].is_empty() {
                continue;
            }
            self.span = self.module.global_variables.get_span(handle);
            let root = match (variable.space, variable.binding) {
                (AddressSpace::Storage { .. } | AddressSpace::Uniform, Some(binding)) => {
                    self.buffer(variable, binding)
                }
                (AddressSpace::WorkGroup, _) => self.shared_variable(handle, variable)?,
                (AddressSpace::Private, _) => self.private_variable(variable)?,
                (AddressSpace::Handle, _) => return self.unsupported("textures and samplers"),
                _ => return self.unsupported("this kind of global variable"),
            };
            self.globals.insert(handle, root);
        }
        Ok(())
    }

    fn buffer(&mut self, variable: &GlobalVariable, binding: naga::ResourceBinding) -> Root {
        let writable = match variable.space {
            AddressSpace::Storage { access } => access.contains(StorageAccess::STORE),
            _ => false,
        };
        let scalar = self.one_scalar(&self.module.types[variable.ty].inner);
        self.code.word_types.buffers.push(scalar);
        self.code.buffers.push(BufferSlot {
            name: variable.name.clone().unwrap_or_default(),
            group: binding.group,
            binding: binding.binding,
            uniform: variable.space == AddressSpace::Uniform,
            writable,
            cut_bytes: 0,
        });
        Root::Buffer(self.code.buffers.len() as u32 - 1)
    }

    fn shared_variable(
        &mut self,
        handle: Handle<GlobalVariable>,
        variable: &GlobalVariable,
    ) -> Result<Root> {
        let align = 16;
        let bytes = self.bytes(&self.module.types[variable.ty].inner)?;
        let offset = self.code.shared_bytes.checked_next_multiple_of(align);
        let end = offset.and_then(|offset| offset.checked_add(bytes));
        let (Some(offset), Some(end)) = (offset, end) else {
            return Err(CompileError::TooLarge { span: self.span });
        };
        self.shared.insert(handle, offset);
        let name = variable.name.clone().unwrap_or_default();
        let scalar = self.one_scalar(&self.module.types[variable.ty].inner);
        self.code.word_types.shared.push(scalar);
        self.code.shared.push(SharedVariable { name, offset, bytes });
        self.code.shared_bytes = end;
        Ok(Root::Shared)
    }

    fn private_variable(&mut self, variable: &GlobalVariable) -> Result<Root> {
        let words = self.words(&self.module.types[variable.ty].inner)?;
        let first = self.registers(words);
        match variable.init {
            Some(init) => {
                let from = self.global_constant(init)?;
                self.emit(Op::Move { to: first, from, count: words });
            }
            None => {
                self.emit(Op::Zero { to: first, count: words });
            }
        }
        let name = variable.name.clone().unwrap_or_default();
        self.name("", name, &self.module.types[variable.ty].inner, first);
        Ok(Root::Local(first))
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
                other => {
                    let name = other.try_to_wgsl().unwrap_or("that this kernel asks for");
                    return self.unsupported(format!("the builtin {name}"));
                }
            };
            let to = self.registers(1);
            self.code.inputs.push((input, to));
        }
        Ok(())
    }

    /// A function's body, inlined. `result` takes what it returns.
    fn function(
        &mut self,
        handle: Option<Handle<Function>>,
        function: &'a Function,
        info: &'a FunctionInfo,
        arguments: Vec<Argument>,
        result: Option<Reg>,
    ) -> Result<()> {
        let semantics = self.semantics;
        let mask = |result| semantics.exchange(handle, result).map(|exchange| exchange.mask);
        let uses = self.uses.entry(handle);
        let uses = uses.or_insert_with(|| Rc::new(Uses::of(function, &mask))).clone();
        // A frame is needed only by lanes that leave before the end. The kernel
        // itself always has one, so that the machine knows who has ended.
        let framed = handle.is_none() || flow::returns_early(&function.body);
        let mut scope = FunctionScope {
            key: handle,
            function,
            info,
            uses,
            values: HashMap::new(),
            owners: HashSet::new(),
            arguments,
            locals: HashMap::new(),
            loads: HashMap::new(),
            result,
            framed,
        };
        if framed {
            self.emit(Op::Call);
            self.open.push(Vec::new());
        }
        self.name_arguments(&scope);
        self.local_variables(&mut scope)?;
        let breakable = std::mem::take(&mut self.breakable);
        let masked_call = self.masked_call.take();
        self.block(&mut scope, &function.body)?;
        self.masked_call = masked_call;
        self.breakable = breakable;
        if framed {
            self.close(Op::EndCall { empty: 0 });
        }
        Ok(())
    }

    /// Gives local variables their registers and their first values.
    fn local_variables(&mut self, scope: &mut FunctionScope<'a>) -> Result<()> {
        for (handle, variable) in scope.function.local_variables.iter() {
            self.span = scope.function.local_variables.get_span(handle);
            let inner = &self.module.types[variable.ty].inner;
            let count = self.words(inner)?;
            let to = self.registers(count);
            scope.locals.insert(handle, to);
            match variable.init {
                Some(init) => {
                    let from = self.value(scope, init)?;
                    self.emit(Op::Move { to, from, count });
                }
                None if scope.uses.sets_first(handle) => {}
                None => {
                    self.emit(Op::Zero { to, count });
                }
            }
            if let Some(name) = &variable.name {
                let function = scope.function.name.clone().unwrap_or_default();
                self.name(&function, name.clone(), inner, to);
            }
        }
        Ok(())
    }
}

impl IndexLimit {
    fn of_array(size: naga::ArraySize, offset: u32) -> IndexLimit {
        match size {
            naga::ArraySize::Constant(count) => IndexLimit::Fixed(count.get()),
            _ => IndexLimit::Rest { offset },
        }
    }
}
