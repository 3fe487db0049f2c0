//! Choice of the kernel that a case is for.

use crate::kernel::{self, Declared};
use crate::{BindError, Case, CaseError};
use warpbench_front::{Language, Source, overrides, wgsl};

/// The kernel of a text in WGSL, with the case's overrides, and its buffers.
pub fn read_wgsl(
    source: &Source,
    case: &Case,
) -> Result<(String, wgsl::Checked, Vec<Declared>), BindError> {
    if !case.scalars.is_empty() {
        return Err(BindError::Case(CaseError::Value {
            path: case.path.clone(),
            reason:
                "[scalars] is for kernels in Rust; a kernel in WGSL reads them from a uniform, \
                     which is a [[buffer]] of the case"
                    .to_owned(),
        }));
    }
    let checked = wgsl::check(&source.text, &source.path)?;
    let entry = choose(&checked.kernels(), case, source)?;
    let applied = overrides::apply(&checked, &entry, &case.overrides)
        .map_err(|reason| BindError::Overrides { case: case.path.clone(), reason })?;
    let declared = declared(&checked, applied.as_ref(), &entry);
    Ok((entry, applied.unwrap_or(checked), declared))
}

/// The buffers of a text, with the sizes that overrides give them. What a kernel
/// does not use is not in the module any more once overrides are applied, but a
/// case may still name it.
fn declared(
    checked: &wgsl::Checked,
    applied: Option<&wgsl::Checked>,
    entry: &str,
) -> Vec<Declared> {
    let mut declared = kernel::buffers(checked, entry);
    let resolved = applied.map(|applied| kernel::buffers(applied, entry)).unwrap_or_default();
    for resolved in resolved {
        let key = |buffer: &Declared| (buffer.group, buffer.binding, buffer.name.clone());
        if let Some(same) = declared.iter_mut().find(|buffer| key(buffer) == key(&resolved)) {
            *same = resolved;
        }
    }
    declared
}

/// The kernel of a text that a case is for.
pub(crate) fn choose(entries: &[&str], case: &Case, source: &Source) -> Result<String, BindError> {
    let owned = || entries.iter().map(|&entry| entry.to_owned()).collect();
    match (case.entry.as_deref(), entries) {
        (_, []) => Err(BindError::NoKernel {
            path: source.path.clone(),
            mark: match Language::of(&source.path) {
                Language::Wgsl => "@compute @workgroup_size(64)",
                Language::Rust => "#[kernel]",
            },
        }),
        (None, [only]) => Ok((*only).to_owned()),
        (None, _) => Err(BindError::WhichKernel { case: case.path.clone(), entries: owned() }),
        (Some(entry), known) if known.contains(&entry) => Ok(entry.to_owned()),
        (Some(entry), _) => Err(BindError::UnknownKernel {
            case: case.path.clone(),
            path: source.path.clone(),
            entry: entry.to_owned(),
            entries: owned(),
        }),
    }
}
