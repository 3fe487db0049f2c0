//! A case to start from, for a text in Rust that has none.

use crate::number::Scalar;
use crate::passed::proposal;
use crate::rust::{kernels, layout, scalar_of};
use std::fmt::Write;
use warpbench_front::rust::hir::{ConstValue, Crate, Function};
use warpbench_front::rust::types::{Len, Mutability, Ty};

const BLOCKS: u32 = 4;
/// Threads of a block, where the text does not hint at another number.
const THREADS: u32 = 256;

/// A case that fits the first kernel of a program as it is, and is meant to be
/// changed; nothing where the text has no kernel.
pub fn skeleton_rust(program: &Crate) -> Option<String> {
    let kernel = program.functions.iter().find(|function| function.is_kernel)?;
    let others: Vec<&str> =
        kernels(program).into_iter().filter(|name| *name != kernel.name).collect();
    let threads = block(program);
    let elements = BLOCKS * threads;
    let mut text = format!("entry = \"{}\"", kernel.name);
    if !others.is_empty() {
        let _ = write!(text, "  # or {}", others.join(", "));
    }
    let _ =
        writeln!(text, "\ngrid = [{BLOCKS}, 1, 1]  # blocks\nblock = [{threads}, 1, 1]  # threads");
    if !kernel.const_params.is_empty() {
        let values: Vec<String> = kernel
            .const_params
            .iter()
            .map(|param| match param.ty {
                Ty::Bool => format!("{} = true", param.name),
                _ => format!("{} = 16", param.name),
            })
            .collect();
        let _ = writeln!(text, "overrides = {{ {} }}", values.join(", "));
    }
    write_scalars(&mut text, program, kernel, elements);
    for local in &kernel.locals[..kernel.params] {
        if let Some((element, is_written)) = pointee(&local.ty) {
            let ty = spell(&local.ty, program);
            let _ =
                writeln!(text, "\n[[buffer]]  # {}: {ty}\nname = \"{}\"", local.name, local.name);
            write_contents(&mut text, program, element, is_written, elements);
        }
    }
    Some(text)
}

/// Threads per block: what the text calls so, or a usual number.
fn block(program: &Crate) -> u32 {
    let named = program.constants.iter().find(|constant| constant.name == "BLOCK");
    let value = named.and_then(|constant| match constant.value {
        ConstValue::Int(value) => u32::try_from(value).ok(),
        _ => None,
    });
    value.filter(|threads| (1..=1024).contains(threads)).unwrap_or(THREADS)
}

/// What is passed by value. Integers are mostly sizes: one is the number of
/// elements, several are those of a matrix that is not larger.
fn write_scalars(text: &mut String, program: &Crate, kernel: &Function, elements: u32) {
    let params = &kernel.locals[..kernel.params];
    let scalars: Vec<_> = params.iter().filter(|local| pointee(&local.ty).is_none()).collect();
    if scalars.is_empty() {
        return;
    }
    // What is narrower than a word has no room for a size.
    let is_size = |ty: &Ty| matches!(ty, Ty::Int(int) if !int.is_narrow());
    let sizes = scalars.iter().filter(|local| is_size(&local.ty)).count();
    let size = match sizes {
        0 | 1 => elements,
        2 => elements.isqrt(),
        _ => 8,
    };
    text.push_str("\n[scalars]\n");
    for local in scalars {
        let value = proposal(program, &local.ty, size);
        let _ = writeln!(text, "{} = {value}  # {}", local.name, spell(&local.ty, program));
    }
}

/// A buffer with one element for each thread.
fn write_contents(
    text: &mut String,
    program: &Crate,
    element: &Ty,
    is_written: bool,
    elements: u32,
) {
    let scalar = first_scalar(element, program);
    let numbers = layout(element, program).0.div_ceil(scalar.bytes()).max(1);
    if let Ty::Struct(id, _) = element
        && let Some(found) = program.structs.get(*id)
    {
        let fields: Vec<String> = found
            .fields
            .iter()
            .map(|field| format!("{}: {}", field.name, spell(&field.ty, program)))
            .collect();
        let _ = writeln!(text, "# {} is {}", found.name, fields.join(", "));
    }
    let _ = writeln!(text, "type = \"{scalar}\"\nlen = {}", numbers * elements as usize);
    if is_written {
        let _ = writeln!(text, "# expect = [ … ]  # what it must hold afterwards");
    } else {
        let _ = writeln!(text, "init = \"random:1\"  # or zero, iota; or data = [ … ] without len");
    }
}

/// What a parameter leads to, and whether the kernel may write it; nothing where
/// it is a value.
fn pointee(ty: &Ty) -> Option<(&Ty, bool)> {
    match ty {
        Ty::Pointer(mutability, to) => Some((to, *mutability == Mutability::Mut)),
        Ty::Reference(mutability, to) => {
            let is_written = *mutability == Mutability::Mut;
            match &**to {
                Ty::Slice(element) => Some((element, is_written)),
                other => Some((other, is_written)),
            }
        }
        _ => None,
    }
}

fn first_scalar(ty: &Ty, program: &Crate) -> Scalar {
    match ty {
        Ty::Array(element, _) => first_scalar(element, program),
        Ty::Struct(id, _) => {
            let first = program.structs.get(*id).and_then(|found| found.fields.first());
            first.map_or(Scalar::U32, |field| first_scalar(&field.ty, program))
        }
        _ => scalar_of(ty).unwrap_or(Scalar::U32),
    }
}

/// A type as Rust spells it.
fn spell(ty: &Ty, program: &Crate) -> String {
    match ty {
        Ty::Bool => "bool".to_owned(),
        Ty::Int(int) => int.name().to_owned(),
        Ty::Float(float) => float.name().to_owned(),
        Ty::Four(four) => four.name().to_owned(),
        Ty::Slice(element) => format!("[{}]", spell(element, program)),
        Ty::Array(element, Len::Known(len)) => format!("[{}; {len}]", spell(element, program)),
        Ty::Array(element, _) => format!("[{}; _]", spell(element, program)),
        Ty::Pointer(Mutability::Const, to) => format!("*const {}", spell(to, program)),
        Ty::Pointer(Mutability::Mut, to) => format!("*mut {}", spell(to, program)),
        Ty::Reference(Mutability::Const, to) => format!("&{}", spell(to, program)),
        Ty::Reference(Mutability::Mut, to) => format!("&mut {}", spell(to, program)),
        Ty::Tuple(members) => {
            let each: Vec<String> = members.iter().map(|ty| spell(ty, program)).collect();
            format!("({})", each.join(", "))
        }
        Ty::Atomic(atomic) => atomic.name(),
        Ty::Struct(id, _) => program.structs.get(*id).map_or("_", |found| &found.name).to_owned(),
        _ => "_".to_owned(),
    }
}
