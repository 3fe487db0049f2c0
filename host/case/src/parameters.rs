//! Uniform parameters of a kernel in WGSL: a small structure of numbers that it does not
//! write. Zeros would keep every thread from its work, so a case to start from has numbers
//! there that make sense.

use crate::kernel::Declared;
use crate::shape::Shape;
use naga::{ArraySize, Handle, Scalar, ScalarKind, Type, TypeInner};
use std::fmt::Write;
use warpbench_front::wgsl::Checked;

/// The most words that are written one by one.
const MOST_WORDS: u32 = 32;

/// A word of such a structure: what is in it, and what it is called.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Word {
    scalar: Option<Scalar>,
    name: String,
}

/// The words of a buffer, if it holds parameters: nothing for one that is written,
/// has no length of its own, is long, or has numbers of other widths.
pub(crate) fn parameters(checked: &Checked, buffer: &Declared) -> Option<Vec<Word>> {
    let words = buffer.bytes.div_ceil(4);
    if buffer.is_written || buffer.is_open || words > MOST_WORDS {
        return None;
    }
    let module = &checked.module;
    let mut variables = module.global_variables.iter().map(|(_, variable)| variable);
    let variable = variables.find(|variable| {
        variable.name.as_deref() == Some(buffer.name.as_str()) && variable.binding.is_some()
    })?;
    let mut found = vec![Word { scalar: None, name: String::new() }; words as usize];
    fill(checked, variable.ty, 0, &buffer.name, &mut found)?;
    Some(found)
}

fn fill(
    checked: &Checked,
    ty: Handle<Type>,
    offset: u32,
    name: &str,
    words: &mut [Word],
) -> Option<()> {
    let module = &checked.module;
    let mut put = |offset: u32, scalar: Scalar, name: String| {
        let word = words.get_mut(offset as usize / 4)?;
        *word = Word { scalar: Some(scalar), name };
        (scalar.width == 4).then_some(())
    };
    match &module.types[ty].inner {
        TypeInner::Scalar(scalar) | TypeInner::Atomic(scalar) => {
            put(offset, *scalar, name.to_owned())
        }
        TypeInner::Vector { size, scalar } => (0..*size as u32).try_for_each(|at| {
            let axis = ["x", "y", "z", "w"][at as usize];
            put(offset + 4 * at, *scalar, format!("{name}.{axis}"))
        }),
        TypeInner::Struct { members, .. } => members.iter().try_for_each(|member| {
            let own = member.name.as_deref().unwrap_or("_");
            fill(checked, member.ty, offset + member.offset, own, words)
        }),
        TypeInner::Array { base, size: ArraySize::Constant(len), stride } => (0..len.get())
            .try_for_each(|at| {
                fill(checked, *base, offset + at * stride, &format!("{name}[{at}]"), words)
            }),
        _ => None,
    }
}

/// What a kernel's integers are proposed to be, in the order of its parameters.
pub(crate) struct Sizes {
    pub(crate) shape: Shape,
    count: usize,
    written: usize,
}

impl Sizes {
    pub(crate) fn of(checked: &Checked, buffers: &[&Declared], shape: Shape) -> Sizes {
        let words = buffers.iter().filter_map(|buffer| parameters(checked, buffer)).flatten();
        let count = words.filter(|word| word.scalar.is_some_and(is_integer)).count();
        Sizes { shape, count, written: 0 }
    }

    /// Writes the type and the numbers of a buffer. A buffer has one type, so floats
    /// beside integers are written as their bits.
    pub(crate) fn write(&mut self, text: &mut String, words: &[Word]) {
        let scalars = || words.iter().filter_map(|word| word.scalar);
        let all_floats = scalars().all(|scalar| scalar.kind == ScalarKind::Float);
        let all_signed = scalars().all(|scalar| scalar.kind == ScalarKind::Sint);
        let ty = match (all_floats, all_signed) {
            (true, _) => "f32",
            (_, true) => "i32",
            _ => "u32",
        };
        let mut values = Vec::new();
        let mut names = Vec::new();
        for word in words {
            let value = match word.scalar {
                None => "0".to_owned(),
                Some(scalar) if is_integer(scalar) => {
                    self.written += 1;
                    self.shape.size(self.written - 1, self.count).to_string()
                }
                Some(scalar) if scalar.kind == ScalarKind::Float && !all_floats => {
                    1.0_f32.to_bits().to_string()
                }
                Some(_) => "1".to_owned(),
            };
            values.push(value);
            names.push(match word.scalar {
                None => "padding".to_owned(),
                Some(scalar) if scalar.kind == ScalarKind::Float && !all_floats => {
                    format!("{} (1.0, its bits)", word.name)
                }
                Some(_) => word.name.clone(),
            });
        }
        let (values, names) = (values.join(", "), names.join(", "));
        let _ = writeln!(text, "type = \"{ty}\"\ndata = [{values}]  # {names}");
    }
}

fn is_integer(scalar: Scalar) -> bool {
    matches!(scalar.kind, ScalarKind::Uint | ScalarKind::Sint)
}
