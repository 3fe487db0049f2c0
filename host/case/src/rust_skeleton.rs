//! A case to start from, for a text in Rust that has none.

use crate::axes::{Axes, axes};
use crate::number::Scalar;
use crate::passed::proposal;
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
        if let Some((element, is_written)) = pointee(&local.ty) {
            let ty = spell(&local.ty, program);
            let _ =
                writeln!(text, "\n[[buffer]]  # {}: {ty}\nname = \"{}\"", local.name, local.name);
            write_contents(&mut text, program, element, is_written, shape.elements());
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
