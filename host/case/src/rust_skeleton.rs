//! A case to start from, for a text in Rust that has none.

use crate::axes::{Axes, axes};
use crate::by_value::proposal;
use crate::number::Scalar;
use crate::rust::{layout, scalar_of};
use crate::shape::Shape;
use crate::skeleton::Skeleton;
use naga::{AddressSpace, Module};
use std::fmt::Write;
use warpbench_front::check::{BLOCKS, launch};
use warpbench_front::rust::hir::{ConstValue, Crate, Function};
use warpbench_front::rust::lower::{Options, lower};
use warpbench_front::rust::types::{Len, Mutability, Ty};

/// Threads of a block, where the text does not hint at another number.
const THREADS: u32 = 256;
/// Threads on each side of a block that is a plane.
const SIDE: u32 = 16;
/// What texts call the threads of a block, or of a side of it.
const BLOCK_NAMES: [&str; 9] = [
    "BLOCK",
    "BLOCK_SIZE",
    "BLOCK_DIM",
    "THREADS",
    "THREADS_PER_BLOCK",
    "TILE",
    "TILE_SIZE",
    "TILE_DIM",
    "TILE_WIDTH",
];

/// Cases that fit the kernels of a program as they are, and are meant to be changed.
pub fn skeletons_rust(program: &Crate) -> Vec<Skeleton> {
    let kernels = program.functions.iter().filter(|function| function.is_kernel);
    let each = kernels
        .map(|kernel| Skeleton { entry: kernel.name.clone(), text: skeleton(program, kernel) });
    each.collect()
}

fn skeleton(program: &Crate, kernel: &Function) -> String {
    let tried = Tried::of(program, kernel);
    let shape = Shape::of(tried.axes, block(program, tried.axes));
    let ([x, y, z], [a, b, c]) = (shape.grid, shape.block);
    let mut text = format!(
        "entry = \"{}\"\ngrid = [{x}, {y}, {z}]  # blocks\nblock = [{a}, {b}, {c}]  # threads\n",
        kernel.name
    );
    if tried.has_dynamic_shared {
        let bytes = 8 * a * b * c;
        let _ = writeln!(text, "dynamic_shared_bytes = {bytes}  # 8 for each thread of a block");
    }
    if !kernel.const_params.is_empty() {
        let values: Vec<String> = kernel
            .const_params
            .iter()
            .map(|param| match param.ty {
                Ty::Bool => format!("{} = true", param.name),
                _ => format!("{} = {CONSTANT}", param.name),
            })
            .collect();
        let _ = writeln!(text, "overrides = {{ {} }}", values.join(", "));
    }
    write_scalars(&mut text, program, kernel, shape);
    for local in &kernel.locals[..kernel.params] {
        if let Some(Pointee { element, is_single, is_mutable }) = pointee(&local.ty) {
            let ty = spell(&local.ty, program);
            let _ =
                writeln!(text, "\n[[buffer]]  # {}: {ty}\nname = \"{}\"", local.name, local.name);
            let elements = if is_single { 1 } else { shape.elements() };
            let is_written = is_mutable || has_atomics(element, program);
            write_contents(&mut text, program, element, is_written, elements);
        }
    }
    text
}

/// What a const parameter is proposed to be.
const CONSTANT: u32 = 16;

/// What is seen of a kernel when it is lowered for some launch.
struct Tried {
    axes: Axes,
    has_dynamic_shared: bool,
}

impl Tried {
    fn of(program: &Crate, kernel: &Function) -> Tried {
        let lowered = |block: [u32; 3], dynamic_shared_bytes: u32| {
            let constants = kernel.const_params.iter().map(|param| {
                let value = if param.ty == Ty::Bool { 1 } else { CONSTANT.into() };
                (param.name.clone(), value)
            });
            let options = launch(&kernel.name, block);
            let constants = constants.collect();
            lower(program, &Options { constants, dynamic_shared_bytes, ..options }).ok()
        };
        // A block that is a space comes first: of a thinner one less would be asked.
        let blocks = std::iter::once([8, 8, 4]).chain(BLOCKS);
        let mut tries = blocks.filter_map(|block| Some((block, lowered(block, 1 << 10)?)));
        let Some((block, found)) = tries.next() else {
            return Tried { axes: Axes { block: 1, grid: 1 }, has_dynamic_shared: false };
        };
        let shared = |module: &Module| -> u32 {
            let variables = module.global_variables.iter().map(|(_, variable)| variable);
            let shared = variables.filter(|variable| variable.space == AddressSpace::WorkGroup);
            shared
                .filter_map(|variable| module.types[variable.ty].inner.try_size(module.to_ctx()))
                .sum()
        };
        let module = &found.checked.module;
        // What grows with the launch's choice is the launch's to choose.
        let more = lowered(block, 1 << 11).map(|more| shared(&more.checked.module));
        let has_dynamic_shared = more.is_some_and(|more| more > shared(module));
        Tried { axes: axes(module, &kernel.name), has_dynamic_shared }
    }
}

/// Threads per block: what the text calls so, or a usual number.
fn block(program: &Crate, axes: Axes) -> [u32; 3] {
    let value = |name: &str| {
        let named = program.constants.iter().find(|constant| constant.name == name)?;
        match named.value {
            ConstValue::Int(value) => u32::try_from(value).ok().filter(|threads| *threads > 0),
            _ => None,
        }
    };
    let hint = |most: u32| {
        let mut named = BLOCK_NAMES.iter().filter_map(|name| value(name));
        named.find(|threads| *threads <= most)
    };
    match axes.block {
        1 => [hint(1024).unwrap_or(THREADS), 1, 1],
        2 => {
            let sides = ["BLOCK", "TILE"].iter().find_map(|name| {
                let [x, y] = ["X", "Y"].map(|axis| value(&format!("{name}_{axis}")));
                x.zip(y).filter(|(x, y)| x.saturating_mul(*y) <= 1024)
            });
            let (x, y) = sides.unwrap_or_else(|| {
                let side = hint(32).unwrap_or(SIDE);
                (side, side)
            });
            [x, y, 1]
        }
        _ => match hint(8) {
            Some(side) => [side; 3],
            None => [8, 8, 4],
        },
    }
}

/// What is passed by value. Integers are mostly sizes.
fn write_scalars(text: &mut String, program: &Crate, kernel: &Function, shape: Shape) {
    let params = &kernel.locals[..kernel.params];
    let scalars: Vec<_> = params.iter().filter(|local| pointee(&local.ty).is_none()).collect();
    if scalars.is_empty() {
        return;
    }
    // What is narrower than a word has no room for a size.
    let is_size = |ty: &Ty| matches!(ty, Ty::Int(int) if !int.is_narrow());
    let count = scalars.iter().filter(|local| is_size(&local.ty)).count();
    let mut written = 0;
    text.push_str("\n[scalars]\n");
    for local in scalars {
        // Integers within structures are no worse sizes than others.
        let size = shape.size(written.min(count.saturating_sub(1)), count);
        written += usize::from(is_size(&local.ty));
        let value = proposal(program, &local.ty, size);
        let _ = writeln!(text, "{} = {value}  # {}", local.name, spell(&local.ty, program));
    }
}

/// A buffer of elements. What is written starts as zeros.
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

/// What a parameter leads to.
struct Pointee<'a> {
    element: &'a Ty,
    /// Whether there is one, and not one for each thread.
    is_single: bool,
    is_mutable: bool,
}

/// What a parameter leads to; nothing where it is a value.
fn pointee(ty: &Ty) -> Option<Pointee<'_>> {
    let (mutability, element, is_single) = match ty {
        Ty::Pointer(mutability, to) => (mutability, &**to, false),
        Ty::Reference(mutability, to) => match &**to {
            Ty::Slice(element) => (mutability, &**element, false),
            other => (mutability, other, true),
        },
        _ => return None,
    };
    Some(Pointee { element, is_single, is_mutable: *mutability == Mutability::Mut })
}

/// Whether threads can change values of a type that they only refer to.
fn has_atomics(ty: &Ty, program: &Crate) -> bool {
    match ty {
        Ty::Atomic(_) => true,
        Ty::Array(element, _) => has_atomics(element, program),
        Ty::Tuple(members) => members.iter().any(|member| has_atomics(member, program)),
        Ty::Struct(id, _) => {
            let found = program.structs.get(*id);
            found.is_some_and(|found| found.fields.iter().any(|f| has_atomics(&f.ty, program)))
        }
        _ => false,
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

#[cfg(test)]
mod tests {
    use super::*;

    /// A parameter, and what is proposed of its buffer.
    const CASES: &[(&str, &[&str])] = &[
        ("p: &[u8]", &["type = \"u8\"", "len = 1024", "init = \"random:1\""]),
        ("p: *const u32", &["len = 1024", "init = \"random:1\""]),
        ("p: *mut u32", &["len = 1024", "# expect = [ … ]"]),
        // One thing, however many threads there are.
        ("p: &u32", &["len = 1\n", "init = \"random:1\""]),
        ("p: &[u8; 32]", &["type = \"u8\"", "len = 32\n", "init = \"random:1\""]),
        ("p: &mut [f32; 5]", &["len = 5\n", "# expect = [ … ]"]),
        ("p: &[[f32; 2]; 3]", &["len = 6\n"]),
        ("p: &[[u8; 4]]", &["len = 4096\n"]),
        // Atomics are changed through whatever leads to them, and start at zero.
        ("p: &AtomicU32", &["len = 1\n", "# expect = [ … ]"]),
        ("p: &[AtomicU32; 8]", &["len = 8\n", "# expect = [ … ]"]),
        ("p: &[AtomicU32]", &["len = 1024\n", "# expect = [ … ]"]),
        ("p: *const AtomicU64", &["len = 1024\n", "# expect = [ … ]"]),
        ("p: &Counters", &["len = 3\n", "# expect = [ … ]"]),
    ];

    #[test]
    fn a_buffer_is_as_long_as_its_type_says() {
        for (parameter, lines) in CASES {
            let text = format!(
                "use cuda_std::prelude::*;
                use core::sync::atomic::{{AtomicU32, AtomicU64}};
                #[repr(C)] pub struct Counters {{ hits: AtomicU32, misses: [AtomicU32; 2] }}
                #[kernel] pub unsafe fn k({parameter}) {{ let _i = thread::index_1d(); }}"
            );
            let program = warpbench_front::rust::read(&text, "k.rs")
                .unwrap_or_else(|error| panic!("{parameter}: {}", error.rendered));
            let found = skeletons_rust(&program);
            let [Skeleton { text, .. }] = found.as_slice() else { panic!("{parameter}") };
            for line in *lines {
                assert!(text.contains(line), "{parameter}: no {line:?} in\n{text}");
            }
            let has_numbers = lines.iter().any(|line| line.starts_with("init"));
            let is_changed = lines.iter().any(|line| line.starts_with("# expect"));
            assert!(!(is_changed && text.contains("init")), "{parameter}:\n{text}");
            assert!(!(has_numbers && text.contains("expect")), "{parameter}:\n{text}");
        }
    }
}
