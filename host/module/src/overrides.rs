//! Giving a module's override constants their values.
//!
//! Until that is done, sizes that depend on them mean nothing: naga keeps a
//! workgroup size of 1 for a kernel whose size is an override.

use super::wgsl::Checked;
use super::words;
use naga::back::PipelineConstants;
use naga::back::pipeline_constants::{PipelineConstantError, process_overrides};
use naga::proc::IndexableLength;
use naga::valid::{Capabilities, ValidationFlags, Validator};
use naga::{ArraySize, Module, Override, Scalar, ScalarKind, ShaderStage, Type, TypeInner};
use std::collections::BTreeMap;
use std::num::NonZeroU32;
use thiserror::Error;
use warpbench_source::stack;

/// Values that do not fit a module's override constants.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum OverrideError {
    /// The module has no such constant.
    #[error("there is no override `{name}`; {}", listed(.known))]
    Unknown {
        /// What was given a value.
        name: String,
        known: Vec<String>,
    },
    /// A constant has neither a value nor a default.
    #[error("the override `{name}` has no default and needs a value: overrides = {{ {name} = … }}")]
    Missing { name: String },
    /// The value cannot be one of its type.
    #[error("the override `{name}` is {wanted}, and {value} is none")]
    Value { name: String, value: String, wanted: &'static str },
    /// With these values the module makes no sense any more.
    #[error("with these overrides the kernel is not valid: {reason}")]
    Invalid { reason: String },
}

fn listed(known: &[String]) -> String {
    if known.is_empty() {
        return "the text declares none".to_owned();
    }
    format!("the text declares {}", known.join(", "))
}

/// The module with all overrides that a kernel uses replaced by their values,
/// and with that kernel alone; nothing where there are none to replace. A value
/// is found by the constant's name or by its `@id`.
pub fn apply(
    checked: &Checked,
    entry: &str,
    values: &BTreeMap<String, f64>,
) -> Result<Option<Checked>, OverrideError> {
    let module = &checked.module;
    let mut constants = PipelineConstants::default();
    for (name, &value) in values {
        let declared = find(module, name).ok_or_else(|| OverrideError::Unknown {
            name: name.clone(),
            known: named(module).map(name_of).collect(),
        })?;
        fits(module, declared, value)?;
        constants.insert(key_of(declared), value);
    }
    if module.overrides.is_empty() {
        return Ok(None);
    }
    let resolved = stack::with_room(|| resolve(checked, entry, &constants));
    resolved
        .unwrap_or_else(|| Err(OverrideError::Invalid { reason: NOT_COMPUTED.to_owned() }))
        .map(Some)
}

/// What is said where naga fails.
const NOT_COMPUTED: &str = "the workbench fails to compute with them; use `const` instead of `override`, and please \
     report it with the text";

fn resolve(
    checked: &Checked,
    entry: &str,
    constants: &PipelineConstants,
) -> Result<Checked, OverrideError> {
    let kernel = Some((ShaderStage::Compute, entry));
    let all_named = with_names(&checked.module);
    let (resolved, _) = process_overrides(&all_named, &checked.info, kernel, constants)
        .map_err(|error| explain(&all_named, error))?;
    let mut module = resolved.into_owned();
    resolve_arrays(&mut module);
    let mut validator = Validator::new(ValidationFlags::all(), Capabilities::all());
    match validator.validate_resolved_overrides(&module) {
        Ok(info) => {
            let (names, semantics) = (checked.names.clone(), checked.semantics.clone());
            Ok(Checked { module, info, names, semantics })
        }
        Err(error) => {
            Err(OverrideError::Invalid { reason: words::validation_line(&error, &module) })
        }
    }
}

/// The module with a name for every override. Sizes such as `TILE * 2` are
/// overrides without one, and naga gives up on those that stand between others.
fn with_names(module: &Module) -> Module {
    let mut module = module.clone();
    for (handle, declared) in module.overrides.iter_mut() {
        if declared.name.is_none() && declared.id.is_none() {
            declared.name = Some(format!("size {}", handle.index()));
        }
    }
    module
}

/// Writes lengths into the types of arrays. naga leaves them with the override
/// that they come from.
fn resolve_arrays(module: &mut Module) {
    let pending: Vec<_> = module
        .types
        .iter()
        .filter_map(|(handle, ty)| match ty.inner {
            TypeInner::Array { base, size: size @ ArraySize::Pending(_), stride } => {
                let Ok(IndexableLength::Known(length)) = size.resolve(module.to_ctx()) else {
                    return None;
                };
                let size = ArraySize::Constant(NonZeroU32::new(length)?);
                Some((handle, TypeInner::Array { base, size, stride }))
            }
            _ => None,
        })
        .collect();
    for (handle, inner) in pending {
        let plain = Type { name: None, inner };
        // Types are told apart by what they are, and this one may be there twice.
        let is_new = module.types.get(&plain).is_none();
        let name = (!is_new).then(|| format!("array {}", handle.index()));
        module.types.replace(handle, Type { name, ..plain });
    }
}

/// The overrides that a person can name.
pub fn named(module: &Module) -> impl Iterator<Item = &Override> {
    let all = module.overrides.iter().map(|(_, declared)| declared);
    all.filter(|declared| declared.name.is_some() || declared.id.is_some())
}

/// What a person calls an override.
pub fn name_of(declared: &Override) -> String {
    match (&declared.name, declared.id) {
        (Some(name), _) => name.clone(),
        (None, Some(id)) => id.to_string(),
        (None, None) => String::new(),
    }
}

/// What naga calls an override.
fn key_of(declared: &Override) -> String {
    declared.id.map_or_else(|| name_of(declared), |id| id.to_string())
}

fn find<'a>(module: &'a Module, name: &str) -> Option<&'a Override> {
    named(module).find(|declared| name_of(declared) == name || key_of(declared) == name)
}

/// Refuses what naga would cut off, or does not know how to convert.
fn fits(module: &Module, declared: &Override, value: f64) -> Result<(), OverrideError> {
    let TypeInner::Scalar(scalar) = module.types[declared.ty].inner else {
        return Ok(());
    };
    let (wanted, fits) = match scalar {
        Scalar { kind: ScalarKind::Bool, .. } => {
            ("a bool, true or false", value == 0.0 || value == 1.0)
        }
        Scalar::U32 => ("a whole number of type u32", is_whole(value, 0.0, u32::MAX.into())),
        Scalar::I32 => {
            ("a whole number of type i32", is_whole(value, i32::MIN.into(), i32::MAX.into()))
        }
        Scalar::F32 => ("a number of type f32", (value as f32).is_finite()),
        Scalar::F64 => ("a number of type f64", value.is_finite()),
        Scalar::F16 => ("a number of type f16", half::f16::from_f64(value).is_finite()),
        _ => ("of a type that cannot be given a value", false),
    };
    if fits {
        return Ok(());
    }
    Err(OverrideError::Value { name: name_of(declared), value: value.to_string(), wanted })
}

fn is_whole(value: f64, least: f64, most: f64) -> bool {
    value.fract() == 0.0 && (least..=most).contains(&value)
}

fn explain(module: &Module, error: PipelineConstantError) -> OverrideError {
    let invalid = |reason: String| OverrideError::Invalid { reason };
    match error {
        PipelineConstantError::MissingValue(key) | PipelineConstantError::NotFound(key) => {
            OverrideError::Missing { name: find(module, &key).map_or(key, name_of) }
        }
        PipelineConstantError::SrcNeedsToBeFinite | PipelineConstantError::DstRangeTooSmall => {
            invalid("a value does not fit the type of its override".to_owned())
        }
        PipelineConstantError::ConstantEvaluatorError(error) => {
            invalid(words::parse::line(&error.to_string(), "a part of it cannot be computed"))
        }
        PipelineConstantError::ValidationError(error) => {
            invalid(words::validation_line(&error, module))
        }
        PipelineConstantError::NegativeWorkgroupSize => {
            invalid("the workgroup would be empty; each of its sizes is at least 1".to_owned())
        }
        PipelineConstantError::NegativeMeshOutputMax => {
            invalid("it would write less than nothing".to_owned())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wgsl;

    const TEXT: &str = "
        override TILE: u32 = 16;
        override scale: f32;
        @id(7) override wide: bool = false;
        override less: i32 = 3;
        var<workgroup> tile: array<f32, TILE * 2>;
        @compute @workgroup_size(TILE, 2) fn main() { tile[0] = scale; }
        @compute @workgroup_size(8) fn plain() { }";

    fn with(entry: &str, values: &[(&str, f64)]) -> Result<[u32; 3], OverrideError> {
        let checked = wgsl::check(TEXT, "test").expect("valid");
        let values = values.iter().map(|&(name, value)| (name.to_owned(), value)).collect();
        apply(&checked, entry, &values).map(|applied| {
            applied.expect("there are overrides").module.entry_points[0].workgroup_size
        })
    }

    #[test]
    fn workgroup_sizes_follow() {
        assert_eq!(with("main", &[("scale", 1.5)]), Ok([16, 2, 1]));
        assert_eq!(with("main", &[("scale", 1.5), ("TILE", 33.0)]), Ok([33, 2, 1]));
        assert_eq!(with("main", &[("scale", 0.0), ("wide", 1.0)]), Ok([16, 2, 1]));
        assert_eq!(with("main", &[("scale", 0.0), ("7", 1.0)]), Ok([16, 2, 1]));
        // What a kernel does not use needs no value.
        assert_eq!(with("plain", &[]), Ok([8, 1, 1]));
    }

    #[test]
    fn mistakes_are_explained() {
        let check = |values: &[(&str, f64)], expected: &str| {
            let error = with("main", values).expect_err(expected).to_string();
            assert!(error.contains(expected), "{values:?}: {error}");
        };
        check(&[("scale", 1.0), ("TILES", 3.0)], "the text declares TILE, scale, wide, less");
        check(&[], "`scale` has no default and needs a value: overrides = { scale = … }");
        check(&[("TILE", 1.5)], "`TILE` is a whole number of type u32, and 1.5 is none");
        check(&[("TILE", -1.0)], "u32, and -1 is none");
        check(&[("less", 3e9)], "i32, and 3000000000 is none");
        check(&[("wide", 2.0)], "true or false, and 2 is none");
        check(&[("scale", 1e39)], "f32");
        check(&[("scale", f64::NAN)], "NaN is none");
        check(&[("scale", 1.0), ("TILE", 0.0)], "with these overrides the kernel is not valid");
    }

    #[test]
    fn a_text_without_overrides_stays_as_it_is() {
        let text = "@compute @workgroup_size(8) fn main() { }";
        let checked = wgsl::check(text, "test").expect("valid");
        assert!(apply(&checked, "main", &BTreeMap::new()).expect("nothing to do").is_none());
        let values = BTreeMap::from([("x".to_owned(), 1.0)]);
        let error = apply(&checked, "main", &values).expect_err("unknown").to_string();
        assert!(error.contains("the text declares none"), "{error}");
    }

    #[test]
    fn arrays_get_their_lengths() {
        let text = "
            override A: u32 = 4;
            override B: u32 = 8;
            var<workgroup> one: array<u32, A>;
            var<workgroup> two: array<u32, B / 2>;
            var<workgroup> three: array<u32, 4>;
            fn f() { one[1] = 3u; }
            @compute @workgroup_size(1)
            fn main() { f(); two[0] = one[1]; three[0] = two[0]; }";
        let checked = wgsl::check(text, "test").expect("valid");
        let lengths = |values: &[(&str, f64)]| -> Vec<u32> {
            let values = values.iter().map(|&(name, value)| (name.to_owned(), value)).collect();
            let applied = apply(&checked, "main", &values).expect("valid").expect("overrides");
            let module = &applied.module;
            let variables = module.global_variables.iter().map(|(_, variable)| variable);
            variables
                .map(|variable| match module.types[variable.ty].inner {
                    TypeInner::Array { size: ArraySize::Constant(length), .. } => length.get(),
                    ref other => panic!("{other:?}"),
                })
                .collect()
        };
        // All three come out as the same type.
        assert_eq!(lengths(&[]), [4, 4, 4]);
        assert_eq!(lengths(&[("A", 7.0), ("B", 2.0)]), [7, 1, 4]);
        // A size stands between the two overrides here.
        let text = "
            override A: u32 = 4;
            var<workgroup> one: array<u32, A * 2>;
            override B: u32 = 3;
            @compute @workgroup_size(B + 1) fn main() { one[0] = B; }";
        let between = wgsl::check(text, "test").expect("valid");
        let applied = apply(&between, "main", &BTreeMap::new()).expect("valid");
        let points = &applied.expect("overrides").module.entry_points;
        assert_eq!(points[0].workgroup_size, [4, 1, 1]);
        // Places that are not there are seen once the length is known.
        let values = BTreeMap::from([("A".to_owned(), 1.0)]);
        let error = apply(&checked, "main", &values).expect_err("index 1 of 1").to_string();
        assert!(error.contains("not valid"), "{error}");
    }
}
