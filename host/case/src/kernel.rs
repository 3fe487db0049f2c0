//! Kernels of a text: what they are called and bound to, in words that a case file uses too.

use crate::number::Scalar;
use naga::common::wgsl::TypeContext;
use naga::{AddressSpace, ArraySize, Handle, Module, ScalarKind, StorageAccess};
use naga::{Type, TypeInner};
use std::fmt;
use warpbench_front::wgsl::Checked;

/// A buffer that a text declares.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Declared {
    pub name: String,
    /// Its `@group`.
    pub group: u32,
    /// Its `@binding`.
    pub binding: u32,
    /// Its type, as WGSL spells it.
    pub type_name: String,
    /// The type of the first number in it, if a case can write such numbers.
    pub scalar: Option<Scalar>,
    /// Bytes that it takes at least; of an array without a length, one element.
    pub bytes: u32,
    /// Whether it ends with an array that is as long as the buffer.
    pub is_open: bool,
    /// Whether it is a uniform.
    pub is_uniform: bool,
    /// Whether kernels may write it.
    pub is_written: bool,
    /// Whether the kernel in question uses it.
    pub is_used: bool,
}

impl fmt::Display for Declared {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Declared { group, binding, name, type_name, .. } = self;
        write!(f, "group {group}, binding {binding}  {name}: {type_name}")
    }
}

/// The buffers that a text declares, and whether a kernel of it uses them.
pub fn buffers(checked: &Checked, entry: &str) -> Vec<Declared> {
    let module = &checked.module;
    let index = module.entry_points.iter().position(|point| point.name == entry);
    let info = index.map(|index| checked.info.get_entry_point(index));
    let mut declared = Vec::new();
    for (handle, variable) in module.global_variables.iter() {
        let Some(at) = variable.binding else { continue };
        let is_written = match variable.space {
            AddressSpace::Storage { access } => access.contains(StorageAccess::STORE),
            AddressSpace::Uniform => false,
            _ => continue,
        };
        declared.push(Declared {
            name: variable.name.clone().unwrap_or_default(),
            group: at.group,
            binding: at.binding,
            type_name: type_name(module, variable.ty),
            scalar: first_scalar(module, variable.ty),
            bytes: module.types[variable.ty].inner.try_size(module.to_ctx()).unwrap_or(u32::MAX),
            is_open: is_open(module, variable.ty),
            is_uniform: variable.space == AddressSpace::Uniform,
            is_written,
            is_used: info.is_none_or(|info| !info[handle].is_empty()),
        });
    }
    declared.sort_by_key(|buffer| (buffer.group, buffer.binding));
    declared
}

/// What a structure is made of: `n: u32, scale: f32`; nothing for other types.
pub(super) fn members(checked: &Checked, type_name: &str) -> Option<String> {
    let module = &checked.module;
    let mut types = module.types.iter().map(|(_, ty)| ty);
    let ty = types.find(|ty| ty.name.as_deref() == Some(type_name))?;
    let TypeInner::Struct { members, .. } = &ty.inner else { return None };
    let members = members.iter().map(|member| {
        let name = member.name.as_deref().unwrap_or("_");
        format!("{name}: {}", self::type_name(module, member.ty))
    });
    Some(members.collect::<Vec<_>>().join(", "))
}

fn type_name(module: &Module, ty: Handle<Type>) -> String {
    module.to_ctx().type_to_string(ty)
}

/// Whether a type ends with an array without a length.
fn is_open(module: &Module, ty: Handle<Type>) -> bool {
    match &module.types[ty].inner {
        TypeInner::Array { size, .. } => matches!(size, ArraySize::Dynamic),
        TypeInner::Struct { members, .. } => {
            members.last().is_some_and(|member| is_open(module, member.ty))
        }
        _ => false,
    }
}

fn first_scalar(module: &Module, ty: Handle<Type>) -> Option<Scalar> {
    match &module.types[ty].inner {
        TypeInner::Scalar(scalar)
        | TypeInner::Vector { scalar, .. }
        | TypeInner::Matrix { scalar, .. }
        | TypeInner::Atomic(scalar) => match (scalar.kind, scalar.width) {
            (ScalarKind::Uint, 4) => Some(Scalar::U32),
            (ScalarKind::Sint, 4) => Some(Scalar::I32),
            (ScalarKind::Float, 4) => Some(Scalar::F32),
            (ScalarKind::Uint, 8) => Some(Scalar::U64),
            (ScalarKind::Sint, 8) => Some(Scalar::I64),
            (ScalarKind::Float, 8) => Some(Scalar::F64),
            (ScalarKind::Float, 2) => Some(Scalar::F16),
            _ => None,
        },
        TypeInner::Array { base, .. } => first_scalar(module, *base),
        TypeInner::Struct { members, .. } => {
            members.first().and_then(|member| first_scalar(module, member.ty))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use warpbench_front::wgsl;

    #[test]
    fn buffers_are_described() {
        let text = "
            struct Params { n: u32, scale: f32 }
            struct Tail { count: atomic<u32>, rest: array<vec2<i32>> }
            @group(0) @binding(2) var<storage, read_write> tail: Tail;
            @group(0) @binding(0) var<uniform> params: Params;
            @group(1) @binding(0) var<storage> matrix: array<mat2x2<f32>, 3>;
            @group(1) @binding(1) var<storage> wide: array<f64>;
            var<workgroup> shared_words: array<u32, 8>;
            @compute @workgroup_size(1) fn one() { tail.rest[0].x = i32(params.n); }
            @compute @workgroup_size(1) fn two() { shared_words[0] = u32(matrix[0][0][0]); }
            @fragment fn three() { }";
        let checked = wgsl::check(text, "test").expect("valid");
        assert_eq!(checked.kernels(), ["one", "two"]);
        let found = buffers(&checked, "one");
        let check = |at: usize, words: &str, scalar: Scalar, bytes: u32, flags: [bool; 4]| {
            let buffer = &found[at];
            assert_eq!(buffer.to_string(), words);
            assert_eq!((buffer.scalar, buffer.bytes), (Some(scalar), bytes), "{words}");
            let Declared { is_open, is_uniform, is_written, is_used, .. } = *buffer;
            assert_eq!([is_open, is_uniform, is_written, is_used], flags, "{words}");
        };
        let params = "group 0, binding 0  params: Params";
        check(0, params, Scalar::U32, 8, [false, true, false, true]);
        check(1, "group 0, binding 2  tail: Tail", Scalar::U32, 16, [true, false, true, true]);
        let matrix = "group 1, binding 0  matrix: array<mat2x2<f32>, 3>";
        check(2, matrix, Scalar::F32, 48, [false, false, false, false]);
        let wide = "group 1, binding 1  wide: array<f64>";
        check(3, wide, Scalar::F64, 8, [true, false, false, false]);
        assert_eq!(members(&checked, "Params").as_deref(), Some("n: u32, scale: f32"));
        assert_eq!(members(&checked, "array<f64>"), None);
    }
}
