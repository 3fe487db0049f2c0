//! From a checked module to other languages: one kernel, written by naga's back
//! ends without the checks that a driver would be given for texts that nobody
//! trusts.

mod reasons;
mod restored;
mod spirv;
#[cfg(test)]
mod tests;

use crate::wgsl::Checked;
use crate::{fences, words};
use naga::back::{hlsl, msl, spv, wgsl};
use naga::compact::{KeepUnused, compact};
use naga::valid::{Capabilities, ModuleInfo, ValidationFlags, Validator};
use naga::{AddressSpace, Module, StorageAccess};
use thiserror::Error;
use warpbench_source::stack;

/// A language that can be written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    Wgsl,
    Spirv,
    Msl,
    Hlsl,
}

impl Target {
    /// What it is called.
    pub fn name(self) -> &'static str {
        match self {
            Target::Wgsl => "WGSL",
            Target::Spirv => "SPIR-V",
            Target::Msl => "MSL",
            Target::Hlsl => "HLSL",
        }
    }
}

/// A kernel in another language.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Written {
    Text(String),
    Words(Vec<u32>),
}

/// A kernel that cannot be said in another language.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("`{entry}` cannot be translated to {language}: {reason}")]
pub struct WriteError {
    pub entry: String,
    /// The language that was wanted.
    pub language: &'static str,
    /// What stands in the way.
    pub reason: String,
}

impl Written {
    /// A text to read: of a binary, its instructions.
    pub fn listing(&self) -> Result<String, WriteError> {
        match self {
            Written::Text(text) => Ok(text.clone()),
            Written::Words(words) => spirv::listing(words).map_err(|reason| WriteError {
                entry: "the module".to_owned(),
                language: "a listing",
                reason,
            }),
        }
    }

    /// What belongs into a file.
    pub fn bytes(&self) -> Vec<u8> {
        match self {
            Written::Text(text) => text.clone().into_bytes(),
            Written::Words(words) => words.iter().flat_map(|word| word.to_le_bytes()).collect(),
        }
    }
}

/// Writes a kernel alone, without what it does not use.
pub fn write(checked: &Checked, entry: &str, target: Target) -> Result<Written, WriteError> {
    let ordered = match target {
        Target::Spirv | Target::Hlsl => fences::written_out(checked),
        Target::Wgsl | Target::Msl => None,
    };
    write_module(&ordered.as_ref().unwrap_or(checked).module, entry, target)
}

/// The same for a module that was made of a checked one.
pub fn write_module(module: &Module, entry: &str, target: Target) -> Result<Written, WriteError> {
    stack::with_room(|| write_alone(module, entry, target))
        .unwrap_or_else(|| Err(reasons::panicked(target)))
        .map_err(|reason| WriteError { entry: entry.to_owned(), language: target.name(), reason })
}

/// The same in WGSL, which is what a browser reads: it does not have to download what writes
/// the other languages.
pub fn wgsl_of_module(module: &Module, entry: &str) -> Result<String, WriteError> {
    let target = Target::Wgsl;
    stack::with_room(|| {
        let (module, info) = alone(module, entry, target)?;
        write_wgsl(&module, &info)
    })
    .unwrap_or_else(|| Err(reasons::panicked(target)))
    .map_err(|reason| WriteError { entry: entry.to_owned(), language: target.name(), reason })
}

fn write_alone(module: &Module, entry: &str, target: Target) -> Result<Written, String> {
    let (module, info) = alone(module, entry, target)?;
    match target {
        Target::Wgsl => write_wgsl(&module, &info).map(Written::Text),
        Target::Spirv => write_spirv(&module, &info),
        Target::Msl => write_msl(&module, &info, entry),
        Target::Hlsl => write_hlsl(&module, &info),
    }
}

/// A module with nothing but a kernel and what it uses.
fn alone(module: &Module, entry: &str, target: Target) -> Result<(Module, ModuleInfo), String> {
    let mut module = module.clone();
    module.entry_points.retain(|point| point.name == entry);
    compact(&mut module, KeepUnused::No);
    reasons::beforehand(&module, target)?;
    let info = Validator::new(ValidationFlags::all(), Capabilities::all())
        .validate(&module)
        .map_err(|error| words::validation_line(&error, &module))?;
    Ok((module, info))
}

fn write_wgsl(module: &Module, info: &ModuleInfo) -> Result<String, String> {
    let written = wgsl::write_string(module, info, wgsl::WriterFlags::empty());
    let text = written.map_err(|error| reasons::of_wgsl(&error))?;
    restored::restored(&text, module)
}

fn write_spirv(module: &Module, info: &ModuleInfo) -> Result<Written, String> {
    let options = spv::Options {
        // The oldest version with operations of warps.
        lang_version: (1, 3),
        // Names, but nothing of what drawing needs.
        flags: spv::WriterFlags::DEBUG,
        zero_initialize_workgroup_memory: spv::ZeroInitializeWorkgroupMemoryMode::None,
        force_loop_bounding: false,
        emit_int_div_checks: false,
        ..spv::Options::default()
    };
    let words = spv::write_vec(module, info, &options, None);
    words.map(Written::Words).map_err(|error| reasons::of_spirv(&error))
}

fn write_msl(module: &Module, info: &ModuleInfo, entry: &str) -> Result<Written, String> {
    let options = msl::Options {
        lang_version: (2, 4),
        per_entry_point_map: [(entry.to_owned(), msl_resources(module)?)].into(),
        fake_missing_bindings: false,
        zero_initialize_workgroup_memory: false,
        force_loop_bounding: false,
        emit_int_div_checks: false,
        ..msl::Options::default()
    };
    let written = msl::write_string(module, info, &options, &msl::PipelineOptions::default());
    let (text, told) = written.map_err(|error| reasons::of_msl(&error))?;
    // An entry point that cannot be written is left out, and only said here.
    if let Some(Err(error)) = told.entry_point_names.first() {
        return Err(reasons::of_msl_entry(error));
    }
    Ok(Written::Text(text))
}

/// Buffers keep their numbers; the lengths that slices are asked for come last.
fn msl_resources(module: &Module) -> Result<msl::EntryPointResources, String> {
    let mut resources = msl::EntryPointResources::default();
    let mut last = 0;
    for (_, variable) in module.global_variables.iter() {
        let Some(at) = variable.binding else { continue };
        let slot = u8::try_from(at.binding).map_err(|_| {
            format!("Metal has fewer places than binding {} needs; number from 0", at.binding)
        })?;
        last = last.max(slot.saturating_add(1));
        let mutable = match variable.space {
            AddressSpace::Storage { access } => access.contains(StorageAccess::STORE),
            _ => false,
        };
        let target = msl::BindTarget { buffer: Some(slot), mutable, ..Default::default() };
        resources.resources.insert(at, target);
    }
    resources.sizes_buffer = Some(last);
    Ok(resources)
}

fn write_hlsl(module: &Module, info: &ModuleInfo) -> Result<Written, String> {
    let options = hlsl::Options {
        // The oldest version with operations of warps.
        shader_model: hlsl::ShaderModel::V6_0,
        zero_initialize_workgroup_memory: false,
        restrict_indexing: false,
        force_loop_bounding: false,
        ..hlsl::Options::default()
    };
    let mut text = String::new();
    let pipeline = hlsl::PipelineOptions::default();
    let mut writer = hlsl::Writer::new(&mut text, &options, &pipeline);
    writer.write(module, info, None).map_err(|error| reasons::of_hlsl(&error))?;
    Ok(Written::Text(text))
}
