//! Fixtures in Rust: the kernel is the only one of its file, and what it is given
//! by value is listed as `numbers` in the order of its parameters.

use super::Case;
use warpbench_front::diagnostic;
use warpbench_front::rust::check;
use warpbench_front::rust::lower::{Lowered, Options, ParameterKind, lower};
use warpbench_front::rust::types::{FloatTy, IntTy, Ty};
use warpbench_machine::sim;

/// Compiles the kernel of a case, and makes what its uniform holds.
pub(crate) fn compile(case: &mut Case, block: [u32; 3], numbers: &[i64]) {
    let render = |found: &[_]| diagnostic::render(&case.name, &case.text, found);
    let program = check::check(&case.text).unwrap_or_else(|found| panic!("{}", render(&found)));
    let kernel = program.functions.iter().find(|function| function.is_kernel);
    let entry = kernel.unwrap_or_else(|| panic!("{}: no kernel", case.name)).name.clone();
    let options = Options { entry, block, ..Options::default() };
    let lowered = lower(&program, &options).unwrap_or_else(|found| panic!("{}", render(&found)));
    let checked = &lowered.checked;
    let entry = &checked.module.entry_points[0].name;
    let compiled = sim::compile(&checked.module, &checked.info, &checked.semantics, entry);
    case.code = compiled.unwrap_or_else(|error| panic!("{}: {error}", case.name));
    case.uniform = uniform(&lowered, case, numbers);
}

fn uniform(lowered: &Lowered, case: &Case, numbers: &[i64]) -> Vec<u32> {
    let Some(uniform) = &lowered.uniform else { return Vec::new() };
    let mut words = vec![0; uniform.bytes.div_ceil(4) as usize];
    let mut numbers = numbers.iter();
    for parameter in &lowered.parameters {
        let ParameterKind::Scalar { ty, offset } = &parameter.kind else { continue };
        let number = *numbers.next().unwrap_or_else(|| panic!("{}: too few numbers", case.name));
        let at = *offset as usize / 4;
        words[at] = match ty {
            Ty::Float(FloatTy::F32) => (number as f32).to_bits(),
            _ => number as u32,
        };
        if words_of(ty) == 2 {
            words[at + 1] = (number >> 32) as u32;
        }
    }
    for &(position, offset) in &uniform.lengths {
        if let ParameterKind::Buffer { binding, element, .. } = &lowered.parameters[position].kind {
            let length = case.sizes[*binding as usize] / words_of(element);
            words[offset as usize / 4] = length as u32;
        }
    }
    words
}

fn words_of(ty: &Ty) -> usize {
    match ty {
        Ty::Int(IntTy::I64 | IntTy::U64) | Ty::Float(FloatTy::F64) => 2,
        Ty::Four(_) => 4,
        _ => 1,
    }
}
