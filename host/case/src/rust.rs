//! A kernel in Rust with a case: which kernel, with what block, and what it is
//! passed by value.

use crate::by_value::{self, TypedNumber, proposal};
use crate::number::{Number, Scalar};
use crate::{BindError, BufferRef, Case, CaseBuffer, CaseError};
use std::collections::BTreeMap;
use warpbench_front::Source;
use warpbench_front::diagnostic::Span;
use warpbench_front::rust::hir::Crate;
use warpbench_front::rust::lower::layout::{MemoryLayout, in_memory};
use warpbench_front::rust::lower::{Launched, Lowered, Options, ParameterKind};
use warpbench_front::rust::types::{FloatTy, IntTy, Ty};
use warpbench_front::rust::{self};

/// A text as a case launches it: everything that buffers and numbers leave as it is.
#[derive(Debug)]
pub struct CaseProgram {
    pub(super) program: Crate,
    pub entry: String,
    pub lowered: Lowered,
}

impl CaseProgram {
    /// Reads a text and makes a module of the kernel that a case is for, with words for
    /// `usize` unless that or what the case passes asks for more.
    pub fn read(source: &Source, case: &Case, full_usize: bool) -> Result<CaseProgram, BindError> {
        let program = rust::read(&source.text, &source.path)?;
        let entry = crate::choose::choose(&kernels(&program), case, source)?;
        let Some(block) = case.block else {
            return Err(BindError::NoBlock { case: case.path.clone(), entry });
        };
        check_overrides(&program, &entry, &case.overrides).map_err(|reason| {
            BindError::Case(CaseError::Value { path: case.path.clone(), reason })
        })?;
        let full_usize = full_usize || outgrows(&program, &entry, case);
        let options = Options { full_usize, ..options(case, entry.clone(), block) };
        let lowered = rust::lower_checked(&program, &options, &source.text, &source.path)?;
        Ok(CaseProgram { program, entry, lowered })
    }

    /// Whether what a case passes fits how the module has `usize`.
    pub fn has_room_for(&self, case: &Case) -> bool {
        self.lowered.full_usize || !outgrows(&self.program, &self.entry, case)
    }

    /// Where a `usize` that is kept in a word may not fit one; nothing where it can be shown
    /// that all do, or they have all bits.
    pub fn may_outgrow(&self, case: &Case) -> Option<Span> {
        let uniform = uniform(&self.program, &self.lowered, case).ok()?;
        let longest = case.buffers.iter().map(|buffer| buffer.bytes.len()).max();
        let launched = Launched {
            grid: case.grid,
            block: case.block.unwrap_or([1; 3]),
            uniform: uniform.as_ref().map_or(&[], |uniform| &uniform.bytes),
            longest: longest.unwrap_or(0) as u64,
        };
        self.lowered.may_outgrow(&launched).filter(|_| !self.lowered.full_usize)
    }

    /// Checks a case against the kernel. What the kernel is passed by value is one more
    /// buffer of the case then.
    pub fn complete(&self, case: &mut Case) -> Result<(), BindError> {
        check_elements(&self.lowered, case)?;
        if let Some(uniform) = uniform(&self.program, &self.lowered, case)? {
            case.buffers.push(uniform);
        }
        Ok(())
    }
}

/// Whether a case passes a `usize` or `isize` that does not fit a word.
fn outgrows(program: &Crate, entry: &str, case: &Case) -> bool {
    let kernel = program.functions.iter().find(|f| f.is_kernel && f.name == entry);
    let params = kernel.into_iter().flat_map(|kernel| kernel.locals.iter().take(kernel.params));
    params
        .filter_map(|param| Some((param, case.scalars.get(&param.name)?)))
        .flat_map(|(param, given)| {
            by_value::numbers(program, &param.name, &param.ty, given).unwrap_or_default()
        })
        .any(|TypedNumber { ty, number }| match (ty, number) {
            (Ty::Int(IntTy::Usize), Number::Integer(number)) => u32::try_from(number).is_err(),
            (Ty::Int(IntTy::Isize), Number::Integer(number)) => i32::try_from(number).is_err(),
            _ => false,
        })
}

/// How a case launches a kernel of a program, as far as that matters to what the
/// kernel is made into; nothing where it does not say, or is for no kernel of it.
pub fn options_of(source: &Source, program: &Crate, case: &Case) -> Option<Options> {
    let entry = crate::choose::choose(&kernels(program), case, source).ok()?;
    check_overrides(program, &entry, &case.overrides).ok()?;
    Some(options(case, entry, case.block?))
}

fn options(case: &Case, entry: String, block: [u32; 3]) -> Options {
    let constants = case.overrides.iter();
    Options {
        entry,
        block,
        constants: constants.map(|(name, value)| (name.clone(), *value as i128)).collect(),
        dynamic_shared_bytes: case.dynamic_shared_bytes,
        full_usize: false,
    }
}

/// Overrides are the kernel's const parameters, which are whole numbers.
pub fn check_overrides(
    program: &Crate,
    entry: &str,
    overrides: &BTreeMap<String, f64>,
) -> Result<(), String> {
    let kernel = program.functions.iter().find(|function| function.name == entry);
    let known = kernel.map_or(&[][..], |kernel| &kernel.const_params);
    for (name, value) in overrides {
        if !known.iter().any(|param| param.name == *name) {
            let names: Vec<String> =
                known.iter().map(|param| format!("`{}`", param.name)).collect();
            let names = if names.is_empty() { "none".to_owned() } else { names.join(", ") };
            return Err(format!(
                "the override `{name}` is no const parameter of `{entry}`, which has {names}; a \
                 `const` of the file is changed in the file"
            ));
        }
        if value.fract() != 0.0 {
            return Err(format!(
                "the override `{name}` is {value}, and const parameters are whole numbers, true or \
                 false"
            ));
        }
    }
    Ok(())
}

/// The kernels of a program, in order.
pub fn kernels(program: &Crate) -> Vec<&str> {
    let kernels = program.functions.iter().filter(|function| function.is_kernel);
    kernels.map(|function| function.name.as_str()).collect()
}

/// The type of numbers in case files for a type of kernels.
pub fn scalar_of(ty: &Ty) -> Option<Scalar> {
    match ty {
        Ty::Bool => Some(Scalar::Bool),
        Ty::Int(IntTy::U8) => Some(Scalar::U8),
        Ty::Int(IntTy::I8) => Some(Scalar::I8),
        Ty::Int(IntTy::U16) => Some(Scalar::U16),
        Ty::Int(IntTy::I16) => Some(Scalar::I16),
        Ty::Int(IntTy::U32 | IntTy::UsizeWord) => Some(Scalar::U32),
        Ty::Int(IntTy::I32 | IntTy::IsizeWord) => Some(Scalar::I32),
        Ty::Int(IntTy::U64 | IntTy::Usize) => Some(Scalar::U64),
        Ty::Int(IntTy::I64 | IntTy::Isize) => Some(Scalar::I64),
        Ty::Float(FloatTy::F16) => Some(Scalar::F16),
        Ty::Float(FloatTy::F32) => Some(Scalar::F32),
        Ty::Float(FloatTy::F64) => Some(Scalar::F64),
        Ty::Four(four) => scalar_of(&four.scalar()),
        Ty::Atomic(atomic) => scalar_of(&atomic.kept_as()),
        _ => None,
    }
}

/// Bytes and alignment of a type that lies in memory, as Rust lays it out.
pub(super) fn layout(ty: &Ty, program: &Crate) -> (usize, usize) {
    let layout = in_memory(program, ty).unwrap_or(MemoryLayout { bytes: 4, align: 4 });
    (layout.bytes.max(1) as usize, layout.align as usize)
}

/// Buffers must hold what the parameters point to.
fn check_elements(lowered: &Lowered, case: &Case) -> Result<(), BindError> {
    for parameter in &lowered.parameters {
        let ParameterKind::Buffer { binding, element, .. } = &parameter.kind else { continue };
        let references = [BufferRef::Binding(0, *binding), BufferRef::Name(parameter.name.clone())];
        let buffer = case.buffers.iter().find(|buffer| references.contains(&buffer.reference));
        if let (Some(buffer), Some(wanted)) = (buffer, scalar_of(element))
            && buffer.scalar != wanted
        {
            let (name, given) = (&parameter.name, buffer.scalar);
            return Err(BindError::Case(CaseError::Buffer {
                path: case.path.clone(),
                buffer: buffer.reference.clone(),
                reason: format!(
                    "its type is {given}, but the kernel's `{name}` points to {wanted}; write \
                     type = \"{wanted}\""
                ),
            }));
        }
    }
    Ok(())
}

/// A number as the uniform holds it: in no fewer bytes than a register.
fn widened(scalar: Scalar, bytes: Vec<u8>) -> Vec<u8> {
    let wide = match scalar {
        Scalar::Bool | Scalar::U8 | Scalar::U16 => Scalar::U32,
        Scalar::I8 | Scalar::I16 => Scalar::I32,
        Scalar::F16 => Scalar::F32,
        Scalar::U32 | Scalar::I32 | Scalar::F32 | Scalar::U64 | Scalar::I64 | Scalar::F64 => {
            return bytes;
        }
    };
    let mut widened = Vec::new();
    for number in scalar.decode(&bytes) {
        // Every narrow number has its place among the wide ones.
        let _ = wide.encode(number, &mut widened);
    }
    widened
}

/// A parameter that is passed by value, and where the uniform has each of its numbers.
struct ByValue<'a> {
    name: &'a String,
    ty: &'a Ty,
    places: Vec<(u32, &'a Ty)>,
}

/// The uniform that holds what the kernel is passed by value.
fn uniform(
    program: &Crate,
    lowered: &Lowered,
    case: &Case,
) -> Result<Option<CaseBuffer>, BindError> {
    let fail =
        |reason: String| BindError::Case(CaseError::Value { path: case.path.clone(), reason });
    let scalars: Vec<ByValue<'_>> = lowered
        .parameters
        .iter()
        .filter_map(|parameter| match &parameter.kind {
            ParameterKind::Scalar { ty, offset } => {
                Some(ByValue { name: &parameter.name, ty, places: vec![(*offset, ty)] })
            }
            ParameterKind::Value { ty, leaves } => {
                let places = leaves.iter().map(|leaf| (leaf.offset, &leaf.ty)).collect();
                Some(ByValue { name: &parameter.name, ty, places })
            }
            ParameterKind::Buffer { .. } => None,
        })
        .collect();
    if let Some(name) =
        case.scalars.keys().find(|key| !scalars.iter().any(|scalar| scalar.name == *key))
    {
        let known: Vec<String> =
            scalars.iter().map(|scalar| format!("`{}`", scalar.name)).collect();
        let known = if known.is_empty() { "nothing".to_owned() } else { known.join(", ") };
        return Err(fail(format!(
            "[scalars] has `{name}`, but the kernel is passed {known} by value"
        )));
    }
    let Some(uniform) = &lowered.uniform else { return Ok(None) };
    let mut bytes = vec![0; uniform.bytes as usize];
    let mut put = |offset: u32, value: &[u8]| {
        if let Some(target) = bytes.get_mut(offset as usize..offset as usize + value.len()) {
            target.copy_from_slice(value);
        }
    };
    for ByValue { name, ty, places } in scalars {
        let Some(given) = case.scalars.get(name) else {
            // What has no size has no value either.
            if places.is_empty() {
                continue;
            }
            let value = match by_value::leaf_count(program, ty) {
                1 => "…".to_owned(),
                _ => proposal(program, ty, 1),
            };
            return Err(fail(format!(
                "the kernel's `{name}` has no value; write {name} = {value} under [scalars]"
            )));
        };
        let numbers = by_value::numbers(program, name, ty, given).map_err(fail)?;
        for (TypedNumber { number, .. }, (offset, ty)) in numbers.into_iter().zip(places) {
            let scalar = scalar_of(ty).unwrap_or(Scalar::U32);
            let mut value = Vec::new();
            // It has been found to fit.
            let _ = scalar.encode(number, &mut value);
            put(offset, &widened(scalar, value));
        }
    }
    for &(parameter, offset) in &uniform.lengths {
        let parameter = &lowered.parameters[parameter];
        let ParameterKind::Buffer { binding, element, .. } = &parameter.kind else { continue };
        let references = [BufferRef::Binding(0, *binding), BufferRef::Name(parameter.name.clone())];
        let buffer = case.buffers.iter().find(|buffer| references.contains(&buffer.reference));
        let len = buffer.map_or(0, |buffer| buffer.bytes.len() / layout(element, program).0);
        put(offset, &(len as u32).to_le_bytes());
    }
    Ok(Some(CaseBuffer {
        reference: BufferRef::Binding(0, uniform.binding),
        scalar: Scalar::U32,
        bytes,
        expected: None,
        tolerance: None,
    }))
}
