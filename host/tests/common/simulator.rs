//! Kernels on the simulator.

use super::Kernel;
use warpbench_front::rust::hir::Crate;
use warpbench_front::rust::lower::Lowered;
use warpbench_machine::sim::{self, Buffers, Launch};

/// Runs a kernel and returns what its memory holds then, argument by argument.
pub(crate) fn run(
    kernel: &Kernel,
    program: &Crate,
    lowered: &Lowered,
    launch: &Launch,
) -> Result<Vec<Vec<u32>>, String> {
    let entry = &lowered.checked.module.entry_points[0].name;
    let code = sim::compile(
        &lowered.checked.module,
        &lowered.checked.info,
        &lowered.checked.semantics,
        entry,
    )
    .map_err(|error| error.to_string())?;
    let mut bindings = kernel.bindings(program, lowered);
    let own = code.buffers.iter().map(|slot| bindings[slot.binding as usize].clone());
    let mut buffers = Buffers(own.collect());
    sim::run(&code, launch, &mut buffers, &mut ()).map_err(|error| error.to_string())?;
    for (slot, own) in code.buffers.iter().zip(buffers.0) {
        bindings[slot.binding as usize] = own;
    }
    bindings.truncate(kernel.memories());
    Ok(bindings)
}
