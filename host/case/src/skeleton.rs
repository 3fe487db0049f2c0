//! A case to start from, for a text that has none.

use crate::axes::axes;
use crate::kernel::{self, Declared};
use crate::number::Scalar;
use crate::parameters::{Sizes, parameters};
use crate::shape::Shape;
use naga::{ScalarKind, TypeInner};
use std::collections::BTreeMap;
use std::fmt::Write;
use warpbench_front::check::listed;
use warpbench_front::overrides::{self, name_of};
use warpbench_front::wgsl::Checked;

/// A case to start from, for one kernel of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Skeleton {
    pub entry: String,
    /// What the file says.
    pub text: String,
}

/// Cases that fit the kernels of a text as they are, and are meant to be changed.
pub fn skeletons(checked: &Checked) -> Vec<Skeleton> {
    let entries = checked.kernels().into_iter();
    entries.filter_map(|entry| skeleton(checked, entry)).collect()
}

fn skeleton(checked: &Checked, entry: &str) -> Option<Skeleton> {
    let values = missing_overrides(checked);
    let applied = overrides::apply(checked, entry, &values).ok().flatten();
    let resolved = applied.as_ref().unwrap_or(checked);
    let point = resolved.module.entry_points.iter().find(|point| point.name == entry)?;
    let shape = Shape::of(axes(&resolved.module, entry), point.workgroup_size);
    let block = listed(&[point.workgroup_size]);

    let [x, y, z] = shape.grid;
    let mut text =
        format!("entry = \"{entry}\"\ngrid = [{x}, {y}, {z}]  # blocks of {block} threads\n");
    if !values.is_empty() {
        let values: Vec<String> =
            values.iter().map(|(name, value)| format!("{name} = {value}")).collect();
        let _ = writeln!(text, "overrides = {{ {} }}", values.join(", "));
    }
    let declared = kernel::buffers(resolved, entry);
    let used: Vec<&Declared> = declared.iter().filter(|buffer| buffer.is_used).collect();
    let mut sizes = Sizes::of(resolved, &used, shape);
    for buffer in used {
        write_buffer(&mut text, resolved, buffer, &mut sizes);
    }
    Some(Skeleton { entry: entry.to_owned(), text })
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
fn write_buffer(text: &mut String, checked: &Checked, buffer: &Declared, sizes: &mut Sizes) {
    let scalar = buffer.scalar.unwrap_or(Scalar::U32);
    let words = buffer.bytes.div_ceil(scalar.bytes() as u32);
    let Declared { name, type_name, group, binding, .. } = buffer;
    let _ = writeln!(text, "\n[[buffer]]  # {name}: {type_name}");
    if let Some(members) = kernel::members(checked, type_name) {
        let _ = writeln!(text, "# {type_name} is {members}");
    }
    let _ = writeln!(text, "group = {group}\nbinding = {binding}");
    if let Some(parameters) = parameters(checked, buffer) {
        sizes.write(text, &parameters);
        return;
    }
    let _ = writeln!(text, "type = \"{scalar}\"");
    if buffer.is_open {
        let _ = writeln!(text, "len = {}", words.saturating_mul(sizes.shape.elements()));
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
