//! Warps of 32 threads on adapters whose subgroups are narrower.
//!
//! A kernel written for CUDA's warps shuffles and votes among 32 threads. Where
//! the adapter's subgroups have fewer lanes, [`emulate`] gives it a program that
//! does the same with workgroup memory and barriers of the whole block: every 32
//! consecutive threads, by `local_invocation_index`, are a warp.
//!
//! A barrier must be reached by every thread of the block, but warps may go
//! different ways around a shuffle. So the whole block walks together through
//! all control flow in which threads cooperate, and every thread knows whether it
//! is `active` there. [`contents`] says where threads cooperate, [`flow`] walks
//! through it, [`run`] puts what lies between under the flag, [`copy`] takes over
//! what stays as it is, [`exchange`] replaces the operations themselves, and
//! [`inputs`] numbers the lanes.

mod constructs;
mod contents;
mod copy;
mod exchange;
mod flow;
mod inputs;
mod operands;
mod rewriter;
mod run;

use super::SourceLocation;
use super::wgsl::Checked;
use contents::Contents;
use naga::compact::{KeepUnused, compact};
use naga::valid::{Capabilities, ModuleInfo, ValidationFlags, Validator};
use naga::{AddressSpace, ArraySize, BuiltIn, EntryPoint, Function, GlobalVariable, Handle};
use naga::{Module, Scalar, ShaderStage, Span, Type, TypeInner};
use rewriter::Rewriter;
use std::collections::HashMap;
use std::num::NonZeroU32;
use thiserror::Error;
use warpbench_module::words;
use warpbench_semantics::Semantics;
use warpbench_source::stack;

pub const WARP: u32 = 32;

/// A kernel whose warps cannot be emulated.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum WarpError {
    /// There is no such entry point.
    #[error("there is no kernel `{entry}`")]
    NoEntry { entry: String },
    /// How many threads a block has is not known yet.
    #[error("the size of the block depends on overrides, which must have their values first")]
    Overrides,
    /// There is no rule for this in code that warps walk through together.
    #[error(
        "this adapter's subgroups are too narrow for warps of 32, and {what} cannot be emulated"
    )]
    Unsupported { what: String, span: Span },
    /// What came out is not a valid program.
    #[error("with emulated warps the kernel is not valid: {reason}")]
    Invalid { reason: String },
}

impl WarpError {
    /// Where the kernel's text has what cannot be emulated.
    pub fn location(&self, text: &str) -> Option<SourceLocation> {
        match self {
            WarpError::Unsupported { span, .. } if span.is_defined() => {
                Some(SourceLocation::of(*span, text))
            }
            _ => None,
        }
    }
}

type Result<T> = std::result::Result<T, WarpError>;

/// Whether a kernel counts on how wide a warp is: it shuffles, votes, or asks for
/// its lane, itself or in a function that it calls.
pub fn uses_warps(checked: &Checked, entry: &str) -> bool {
    let module = &checked.module;
    kernel(module, entry).is_some_and(|(_, point)| {
        let functions = contents::of_functions(module);
        contents::of_block(&point.function.body, &functions).warps
            || builtins(module, &point.function).any(asks_for_warp)
    })
}

/// The kernel for blocks whose warps are emulated, in a module of its own. Works
/// with subgroups of any width, as it uses none.
pub fn emulate(checked: &Checked, entry: &str) -> Result<Checked> {
    let reason = "the workbench fails on this kernel; please report it, with the text";
    stack::with_room(|| emulate_here(checked, entry))
        .unwrap_or_else(|| Err(WarpError::Invalid { reason: reason.to_owned() }))
}

fn emulate_here(checked: &Checked, entry: &str) -> Result<Checked> {
    let missing = || WarpError::NoEntry { entry: entry.to_owned() };
    let (index, point) = kernel(&checked.module, entry).ok_or_else(missing)?;
    if point.workgroup_size_overrides.is_some() {
        return Err(WarpError::Overrides);
    }
    let mut module = checked.module.clone();
    if uses_warps(checked, entry) {
        let mut emulator = Emulator::new(checked, point);
        let info = checked.info.get_entry_point(index);
        let function = Rewriter::new(&mut emulator, &point.function, info).entry()?;
        module = emulator.module;
        module.entry_points = vec![EntryPoint { function, ..point.clone() }];
    } else {
        module.entry_points = vec![point.clone()];
    }
    checked.semantics.restore_places(&mut module);
    // Only a valid module may be compacted, and handles are new afterwards.
    validate(&module)?;
    compact(&mut module, KeepUnused::No);
    let info = validate(&module)?;
    // Handles are new, so what is known by them is lost; a device asks for none of it.
    let semantics = Semantics::of(checked.semantics.dialect);
    Ok(Checked { module, info, names: checked.names.clone(), semantics })
}

fn validate(module: &Module) -> Result<ModuleInfo> {
    let mut validator = Validator::new(ValidationFlags::all(), Capabilities::all());
    validator
        .validate(module)
        .map_err(|error| WarpError::Invalid { reason: words::validation_line(&error, module) })
}

fn kernel<'a>(module: &'a Module, entry: &str) -> Option<(usize, &'a EntryPoint)> {
    let mut points = module.entry_points.iter().enumerate();
    points.find(|(_, point)| point.stage == ShaderStage::Compute && point.name == entry)
}

/// What an entry point is told by the machine.
fn builtins<'a>(module: &'a Module, function: &'a Function) -> impl Iterator<Item = BuiltIn> {
    let builtin = |binding: &Option<naga::Binding>| match binding {
        Some(naga::Binding::BuiltIn(builtin)) => Some(*builtin),
        _ => None,
    };
    function.arguments.iter().flat_map(move |argument| {
        let members = match &module.types[argument.ty].inner {
            TypeInner::Struct { members, .. } => members.as_slice(),
            _ => &[],
        };
        let in_members = members.iter().filter_map(move |member| builtin(&member.binding));
        builtin(&argument.binding).into_iter().chain(in_members)
    })
}

fn asks_for_warp(builtin: BuiltIn) -> bool {
    use BuiltIn::{NumSubgroups, SubgroupId, SubgroupInvocationId, SubgroupSize};
    matches!(builtin, SubgroupInvocationId | SubgroupSize | SubgroupId | NumSubgroups)
}

/// The module under construction. Handles of the original hold in it, too: it
/// only grows, until what is not used any more is dropped at the end.
struct Emulator<'a> {
    source: &'a Checked,
    contents: Vec<Contents>,
    module: Module,
    threads: u32,
    /// The functions that a whole block walks through, by what they come from.
    versions: HashMap<Handle<Function>, Handle<Function>>,
    /// Where threads leave values for others, by their type.
    scratch: HashMap<Scalar, Handle<GlobalVariable>>,
    warp_votes: Option<Handle<GlobalVariable>>,
    block_vote: Option<Handle<GlobalVariable>>,
    block_answer: Option<Handle<GlobalVariable>>,
}

impl<'a> Emulator<'a> {
    fn new(source: &'a Checked, point: &EntryPoint) -> Emulator<'a> {
        let size = point.workgroup_size.iter();
        Emulator {
            source,
            contents: contents::of_functions(&source.module),
            module: source.module.clone(),
            threads: size.fold(1, |threads: u32, &size| threads.saturating_mul(size)),
            versions: HashMap::new(),
            scratch: HashMap::new(),
            warp_votes: None,
            block_vote: None,
            block_answer: None,
        }
    }

    /// The version of a function that the whole block walks through. What it
    /// calls comes before it in the module, as naga wants it.
    fn version(&mut self, function: Handle<Function>) -> Result<Handle<Function>> {
        if let Some(&version) = self.versions.get(&function) {
            return Ok(version);
        }
        let source = self.source;
        let original = &source.module.functions[function];
        let span = source.module.functions.get_span(function);
        let rewritten = Rewriter::new(self, original, &source.info[function]).helper()?;
        let version = self.module.functions.append(rewritten, span);
        self.versions.insert(function, version);
        Ok(version)
    }

    fn ty(&mut self, inner: TypeInner) -> Handle<Type> {
        self.module.types.insert(Type { name: None, inner }, Span::UNDEFINED)
    }

    /// One value of this type per thread.
    fn scratch(&mut self, scalar: Scalar) -> Handle<GlobalVariable> {
        if let Some(&variable) = self.scratch.get(&scalar) {
            return variable;
        }
        let name = match scalar {
            Scalar::U32 => "warp_scratch".to_owned(),
            other => format!("warp_scratch_{:?}{}", other.kind, other.width).to_lowercase(),
        };
        let base = self.ty(TypeInner::Scalar(scalar));
        let ty = self.array(base, self.threads, scalar.width.into());
        let variable = self.workgroup(&name, ty);
        self.scratch.insert(scalar, variable);
        variable
    }

    /// One word of votes per warp.
    fn warp_votes(&mut self) -> Handle<GlobalVariable> {
        if let Some(variable) = self.warp_votes {
            return variable;
        }
        let base = self.ty(TypeInner::Atomic(Scalar::U32));
        let ty = self.array(base, self.threads.div_ceil(WARP), 4);
        let variable = self.workgroup("warp_votes", ty);
        *self.warp_votes.insert(variable)
    }

    /// Whether anybody in the block wants to go on.
    fn block_vote(&mut self) -> Handle<GlobalVariable> {
        if let Some(variable) = self.block_vote {
            return variable;
        }
        let ty = self.ty(TypeInner::Atomic(Scalar::U32));
        let variable = self.workgroup("block_vote", ty);
        *self.block_vote.insert(variable)
    }

    /// What came of it, for all to read at once.
    fn block_answer(&mut self) -> Handle<GlobalVariable> {
        if let Some(variable) = self.block_answer {
            return variable;
        }
        let ty = self.ty(TypeInner::Scalar(Scalar::U32));
        let variable = self.workgroup("block_answer", ty);
        *self.block_answer.insert(variable)
    }

    fn array(&mut self, base: Handle<Type>, length: u32, stride: u32) -> Handle<Type> {
        let length = NonZeroU32::new(length).unwrap_or(NonZeroU32::MIN);
        self.ty(TypeInner::Array { base, size: ArraySize::Constant(length), stride })
    }

    fn workgroup(&mut self, name: &str, ty: Handle<Type>) -> Handle<GlobalVariable> {
        let variable = GlobalVariable {
            name: Some(name.to_owned()),
            space: AddressSpace::WorkGroup,
            binding: None,
            ty,
            init: None,
            memory_decorations: naga::MemoryDecorations::empty(),
        };
        self.module.global_variables.append(variable, Span::UNDEFINED)
    }
}
