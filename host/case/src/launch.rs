//! A kernel in Rust with its case, for a device: all that it is passed, in the
//! order of its parameters.

use crate::bind::{self, BoundBuffer};
use crate::by_value::{Given, device_bytes, numbers};
use crate::number::{Number, Scalar};
use crate::rust::{CaseProgram, layout};
use crate::{BindError, kernel};
use crate::{Case, Expected};
use std::collections::BTreeMap;
use warpbench_front::Source;
use warpbench_front::rust::lower::ParameterKind;
use warpbench_front::rust::types::{FloatTy, Ty};

/// A kernel in Rust, ready to be launched on a device.
#[derive(Clone, Debug, PartialEq)]
pub struct RustLaunch {
    pub entry: String,
    /// Blocks, x, y, z.
    pub grid: [u32; 3],
    /// Threads per block, x, y, z.
    pub block: [u32; 3],
    /// Values of its const parameters.
    pub constants: BTreeMap<String, i64>,
    /// Bytes of shared memory whose size the launch chooses.
    pub dynamic_shared_bytes: u32,
    /// Whether its `usize` has all bits where it is translated.
    pub full_usize: bool,
    /// What it is passed, in order.
    pub arguments: Vec<KernelArgument>,
    /// What it is passed by value, and lengths of slices, as they lie in the
    /// uniform that the translated kernel reads.
    pub uniform: Vec<u8>,
    /// What may not be meant.
    pub warnings: Vec<String>,
    /// Whether it prints, which nothing but the simulator shows.
    pub prints: bool,
}

/// What a parameter is given.
#[derive(Clone, Debug, PartialEq)]
pub enum KernelArgument {
    Buffer(BufferArgument),
    /// Four bytes by value, or the first of them where the type has fewer.
    Narrow(u32),
    /// Eight bytes by value, which an address takes on NVIDIA's GPUs.
    Wide(u64),
    /// A structure, an array, a tuple or an enum by value, as `#[repr(C)]` lays it out.
    Bytes(Vec<u8>),
}

/// A buffer that a kernel is passed.
#[derive(Clone, Debug, PartialEq)]
pub struct BufferArgument {
    pub name: String,
    /// Its binding in the translated kernel.
    pub binding: u32,
    pub scalar: Scalar,
    /// Its contents; nothing where the kernel does not use it.
    pub bytes: Vec<u8>,
    /// Its contents afterwards, if the case knows.
    pub expected: Option<Expected>,
    /// Bytes of an element, as the translated kernel sees the buffer.
    pub grain: u32,
    /// What the kernel knows of its length.
    pub length: Length,
}

/// What a kernel knows of a buffer's length.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Length {
    /// Nothing: the parameter is a pointer.
    Unknown,
    /// So many elements. Whether the translated kernel asks the buffer itself,
    /// which must be exactly as long then, or the uniform.
    Known { elements: u64, by_buffer: bool },
}

/// Reads a text and its case, and checks one against the other.
pub fn launch_of(source: &Source, mut case: Case) -> Result<RustLaunch, BindError> {
    let mut read = CaseProgram::read(source, &case, false)?;
    // No adapter looks whether words are enough.
    if read.may_outgrow(&case).is_some() {
        read = CaseProgram::read(source, &case, true)?;
    }
    read.complete(&mut case)?;
    let CaseProgram { program, entry, lowered } = read;
    let declared = kernel::buffers(&lowered.checked, &entry);
    let constants = case.overrides.iter().map(|(name, value)| (name.clone(), *value as i64));
    let mut launch = RustLaunch {
        grid: case.grid,
        block: case.block.unwrap_or([1; 3]),
        constants: constants.collect(),
        dynamic_shared_bytes: case.dynamic_shared_bytes,
        full_usize: lowered.full_usize,
        entry,
        arguments: Vec::new(),
        uniform: Vec::new(),
        warnings: Vec::new(),
        prints: lowered.checked.semantics.prints(),
    };
    let scalars = case.scalars.clone();
    let (mut bound, warnings) = bind::bind(case, &launch.entry, &declared)?;
    launch.warnings = warnings;
    if let Some(uniform) = &lowered.uniform
        && let Some(found) = take(&mut bound, uniform.binding)
    {
        launch.uniform = found.buffer.bytes;
    }
    for (position, parameter) in lowered.parameters.iter().enumerate() {
        launch.arguments.push(match &parameter.kind {
            ParameterKind::Scalar { ty, .. } => by_value(number(scalars.get(&parameter.name)), ty),
            ParameterKind::Value { ty, .. } => {
                // They have been found to fit.
                let given = scalars.get(&parameter.name);
                let found = given.and_then(|given| numbers(&program, "", ty, given).ok());
                KernelArgument::Bytes(device_bytes(&program, ty, &found.unwrap_or_default()))
            }
            ParameterKind::Buffer { binding, element, is_slice, is_used, .. } => {
                let found = take(&mut bound, *binding);
                let grain = found.as_ref().map_or(4, |found| found.variable.bytes.max(4));
                let (scalar, bytes, expected) = found.map_or_else(
                    || (Scalar::U32, Vec::new(), None),
                    |BoundBuffer { buffer, .. }| (buffer.scalar, buffer.bytes, buffer.expected),
                );
                let lengths = lowered.uniform.iter().flat_map(|uniform| &uniform.lengths);
                let by_buffer = *is_used && !lengths.into_iter().any(|&(at, _)| at == position);
                let elements = (bytes.len() / layout(element, &program).0) as u64;
                let length = match is_slice {
                    true => Length::Known { elements, by_buffer },
                    false => Length::Unknown,
                };
                let (name, binding) = (parameter.name.clone(), *binding);
                KernelArgument::Buffer(BufferArgument {
                    name,
                    binding,
                    scalar,
                    bytes,
                    expected,
                    grain,
                    length,
                })
            }
        });
    }
    Ok(launch)
}

/// The buffer that is bound to a binding.
fn take(bound: &mut Vec<BoundBuffer>, binding: u32) -> Option<BoundBuffer> {
    let at = bound.iter().position(|bound| bound.variable.binding == binding)?;
    Some(bound.swap_remove(at))
}

/// The number that a parameter is given.
fn number(given: Option<&Given>) -> Number {
    match given {
        Some(Given::Number(number)) => *number,
        _ => Number::Integer(0),
    }
}

/// A number as a parameter of a type is passed it. It has been found to fit.
fn by_value(number: Number, ty: &Ty) -> KernelArgument {
    let whole = match number {
        Number::Integer(whole) => whole,
        Number::Single(_) | Number::Float(_) => 0,
    };
    match ty {
        Ty::Float(FloatTy::F16) => {
            KernelArgument::Narrow(half::f16::from_f64(number.float()).to_bits().into())
        }
        Ty::Float(FloatTy::F32) => KernelArgument::Narrow((number.float() as f32).to_bits()),
        Ty::Float(FloatTy::F64) => KernelArgument::Wide(number.float().to_bits()),
        Ty::Int(int) if int.in_rust().bits() == 64 => KernelArgument::Wide(whole as u64),
        _ => KernelArgument::Narrow(whole as u32),
    }
}
