//! Why a kernel cannot be written in a language, in words that have nothing of
//! naga's.

use super::Target;
use crate::{fences, words};
use naga::back::{hlsl, msl, spv, wgsl};
use naga::{AddressSpace, Expression, Literal, Module, Scalar, ScalarKind, TypeInner};

/// What naga's back ends would panic on, found before they are asked. In a
/// browser a panic cannot be caught.
pub(super) fn beforehand(module: &Module, target: Target) -> Result<(), String> {
    // MSL: no upstream issue known. naga writes the type of a scalar without
    // being able to fail, and Metal has no name for this one.
    if target == Target::Msl && has_double(module) {
        return Err("it computes with `f64`, which Metal does not have; use `f32`".to_owned());
    }
    // A fence waits for nobody, and naga would write a barrier, which waits for all.
    if matches!(target, Target::Wgsl | Target::Msl) && fences::has_fences(module) {
        return Err(format!(
            "it has a fence, and {} has only barriers, which wait for all threads of the block; \
             SPIR-V (--to spirv) has fences",
            target.name()
        ));
    }
    // gfx-rs/wgpu#4513
    if matches!(target, Target::Msl | Target::Hlsl)
        && let Some(name) = immediate(module)
    {
        return Err(format!(
            "`{name}` lies in `immediate`, whose place the host chooses; put it into a \
             `var<uniform>`"
        ));
    }
    Ok(())
}

fn has_double(module: &Module) -> bool {
    let is_double = |scalar: Scalar| scalar == Scalar::F64;
    let in_types = module.types.iter().any(|(_, ty)| match ty.inner {
        TypeInner::Scalar(scalar)
        | TypeInner::Vector { scalar, .. }
        | TypeInner::Matrix { scalar, .. }
        | TypeInner::Atomic(scalar)
        | TypeInner::ValuePointer { scalar, .. } => is_double(scalar),
        _ => false,
    });
    let kernels = module.entry_points.iter().map(|point| &point.function);
    let functions = module.functions.iter().map(|(_, function)| function).chain(kernels);
    let all = functions.map(|function| &function.expressions).chain([&module.global_expressions]);
    let in_expressions = all.flat_map(|expressions| expressions.iter()).any(|(_, expression)| {
        matches!(
            expression,
            Expression::Literal(Literal::F64(_))
                | Expression::As { kind: ScalarKind::Float, convert: Some(8), .. }
        )
    });
    in_types || in_expressions
}

fn immediate(module: &Module) -> Option<&str> {
    let mut all = module.global_variables.iter().map(|(_, variable)| variable);
    let variable = all.find(|variable| variable.space == AddressSpace::Immediate)?;
    Some(variable.name.as_deref().unwrap_or("a variable"))
}

/// What is said when a back end panics all the same.
pub(super) fn panicked(target: Target) -> String {
    let others = match target {
        Target::Spirv => "MSL or HLSL",
        _ => "SPIR-V (--to spirv)",
    };
    format!(
        "the translator fails on something in it; try {others}, or a simpler form of the kernel, \
         and please report it with the text"
    )
}

const LACKING: &str = "it uses something that this language does not have";

pub(super) fn of_wgsl(error: &wgsl::Error) -> String {
    match error {
        wgsl::Error::FmtError(_) => LACKING.to_owned(),
        wgsl::Error::Custom(text) | wgsl::Error::Unimplemented(text) => plain(text),
        wgsl::Error::UnsupportedRelationalFunction(_) => {
            "it uses a test of numbers that WGSL does not have".to_owned()
        }
        wgsl::Error::Unsupported { kind, .. } => plain(&format!("WGSL has no such {kind}")),
    }
}

pub(super) fn of_spirv(error: &spv::Error) -> String {
    match error {
        spv::Error::MissingCapabilities(what, _) => plain(&format!("SPIR-V lacks {what}")),
        spv::Error::FeatureNotImplemented(what) => plain(&format!("there is no {what} in it yet")),
        spv::Error::SpirvVersionTooLow(..) | spv::Error::UnsupportedVersion(..) => {
            "it needs a newer SPIR-V than 1.3".to_owned()
        }
        spv::Error::Override => overrides(),
        spv::Error::ResolveArraySizeError(_) => overrides(),
        spv::Error::EntryPointNotFound
        | spv::Error::Validation(_)
        | spv::Error::MissingBinding(_) => LACKING.to_owned(),
    }
}

pub(super) fn of_msl(error: &msl::Error) -> String {
    match error {
        msl::Error::UnsupportedCall(name) | msl::Error::UnsupportedFunction(name) => {
            plain(&format!("Metal has no function for `{name}`"))
        }
        msl::Error::FeatureNotImplemented(what) => plain(&format!("Metal lacks {what}")),
        msl::Error::UnsupportedBinaryOp(operator) => format!(
            "Metal has no `{}` for these numbers",
            naga::back::binary_operation_str(*operator)
        ),
        msl::Error::UnsupportedBitCast(_) => "Metal has no such bit cast".to_owned(),
        msl::Error::Override | msl::Error::ResolveArraySizeError(_) => overrides(),
        _ => LACKING.to_owned(),
    }
}

pub(super) fn of_msl_entry(error: &msl::EntryPointError) -> String {
    match error {
        msl::EntryPointError::MissingBinding(name) => format!("`{name}` has no binding"),
        msl::EntryPointError::MissingBindTarget(_)
        | msl::EntryPointError::MissingImmediateData
        | msl::EntryPointError::MissingSizesBuffer => {
            "what it is given has no place in Metal".to_owned()
        }
    }
}

pub(super) fn of_hlsl(error: &hlsl::Error) -> String {
    match error {
        hlsl::Error::UnsupportedScalar(_) => {
            "it uses a type of numbers that HLSL does not have".to_owned()
        }
        hlsl::Error::Unimplemented(text) | hlsl::Error::Custom(text) => plain(text),
        hlsl::Error::Override | hlsl::Error::ResolveArraySizeError(_) => overrides(),
        hlsl::Error::ShaderModelTooLow(what, _) => {
            plain(&format!("it needs a newer shader model than 6.0, for {what}"))
        }
        hlsl::Error::IoError(_) | hlsl::Error::EntryPointNotFound(..) => LACKING.to_owned(),
    }
}

fn overrides() -> String {
    "it depends on overrides without a value; give them values in a case".to_owned()
}

fn plain(text: &str) -> String {
    words::parse::line(text, LACKING)
}
