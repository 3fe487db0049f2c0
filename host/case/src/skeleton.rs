//! A case to start from, for a text that has none.

use crate::kernel::{self, Declared};
use crate::number::Scalar;
use naga::{ScalarKind, TypeInner};
use std::collections::BTreeMap;
use std::fmt::Write;
use warpbench_front::overrides::{self, name_of};
use warpbench_front::wgsl::Checked;

const BLOCKS: u32 = 4;

/// A case that fits the first kernel of a text as it is, and is meant to be
/// changed; nothing where the text has no kernel.
pub fn skeleton(checked: &Checked) -> Option<String> {
    let entries = checked.kernels();
    let entry = *entries.first()?;
    let values = missing_overrides(checked);
    let applied = overrides::apply(checked, entry, &values).ok().flatten();
    let resolved = applied.as_ref().unwrap_or(checked);
    let point = resolved.module.entry_points.iter().find(|point| point.name == entry)?;
    let threads = point.workgroup_size.iter().fold(1, |product: u32, &n| product.saturating_mul(n));
    let threads = threads.clamp(1, 1024);

    let mut text = format!("entry = \"{entry}\"");
    if entries.len() > 1 {
        let _ = write!(text, "  # or {}", entries[1..].join(", "));
    }
    let _ = writeln!(text, "\ngrid = [{BLOCKS}, 1, 1]  # blocks of {threads} threads");
    if !values.is_empty() {
        let values: Vec<String> =
            values.iter().map(|(name, value)| format!("{name} = {value}")).collect();
        let _ = writeln!(text, "overrides = {{ {} }}", values.join(", "));
    }
    let declared = kernel::buffers(resolved, entry);
    for buffer in declared.iter().filter(|buffer| buffer.is_used) {
        write_buffer(&mut text, resolved, buffer, BLOCKS * threads);
    }
    Some(text)
}

/// Values for overrides that have none: 16, which is a usual size, or true.
fn missing_overrides(checked: &Checked) -> BTreeMap<String, f64> {
    let module = &checked.module;
    let missing = overrides::named(module).filter(|declared| declared.init.is_none());
    let valued = missing.map(|declared| {
        let is_flag = matches!(&module.types[declared.ty].inner,
            TypeInner::Scalar(scalar) if scalar.kind == ScalarKind::Bool);
        (name_of(declared), if is_flag { 1.0 } else { 16.0 })
    });
    valued.collect()
}

/// A buffer with one element for each thread, or as long as its type is.
fn write_buffer(text: &mut String, checked: &Checked, buffer: &Declared, threads: u32) {
    let scalar = buffer.scalar.unwrap_or(Scalar::U32);
    let words = buffer.bytes.div_ceil(scalar.bytes() as u32);
    let Declared { name, type_name, group, binding, .. } = buffer;
    let _ = writeln!(text, "\n[[buffer]]  # {name}: {type_name}");
    if let Some(members) = kernel::members(checked, type_name) {
        let _ = writeln!(text, "# {type_name} is {members}");
    }
    let _ = writeln!(text, "group = {group}\nbinding = {binding}\ntype = \"{scalar}\"");
    if buffer.is_open {
        let _ = writeln!(text, "len = {}", words.saturating_mul(threads));
    } else if words <= 16 {
        let zeros = vec!["0"; words as usize].join(", ");
        let _ = writeln!(text, "data = [{zeros}]");
        return;
    } else {
        let _ = writeln!(text, "len = {words}");
    }
    if buffer.is_written {
        let _ = writeln!(text, "# expect = [ … ]  # what it must hold afterwards");
    } else {
        let _ = writeln!(text, "init = \"random:1\"  # or zero, iota; or data = [ … ] without len");
    }
}
