//! Kernels on the simulator.

use super::Kernel;
use warpbench_front::rust::hir::Crate;
use warpbench_front::rust::lower::Lowered;
use warpbench_machine::sim::{self, Buffers, Launch, RunError};

/// Runs a kernel as whoever has it runs it, with words for `usize` unless it needs more, and
/// with all bits. Says whether it needs them, and what its memory holds then, argument by
/// argument.
pub(crate) fn run_both(
    kernel: &Kernel,
    program: &Crate,
    launch: &Launch,
) -> Result<(bool, Vec<Vec<u32>>), String> {
    let full = kernel.lower(program, true, true)?;
    let in_full = run(kernel, program, &full, launch)
        .map_err(|why| format!("the simulator fails: {why}"))?
        .ok_or("with all bits of `usize`, the simulator has no room for it")?;
    let words = kernel.lower(program, true, false)?;
    if words.full_usize {
        return Ok((true, in_full));
    }
    let in_words = run(kernel, program, &words, launch)
        .map_err(|why| format!("the simulator fails: {why}"))?;
    match in_words {
        Some(in_words) if in_words != in_full => {
            Err("words for `usize` give another result than all its bits".to_owned())
        }
        in_words => Ok((in_words.is_none(), in_full)),
    }
}

/// Runs a kernel and returns what its memory holds then, argument by argument; nothing where
/// it has words for `usize` and needs more.
pub(crate) fn run(
    kernel: &Kernel,
    program: &Crate,
    lowered: &Lowered,
    launch: &Launch,
) -> Result<Option<Vec<Vec<u32>>>, String> {
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
    match sim::run(&code, launch, &mut buffers, &mut ()) {
        Ok(()) => {}
        Err(RunError::Outgrown) => return Ok(None),
        Err(error) => return Err(error.to_string()),
    }
    for (slot, own) in code.buffers.iter().zip(buffers.0) {
        bindings[slot.binding as usize] = own;
    }
    bindings.truncate(kernel.memories());
    Ok(Some(bindings))
}
