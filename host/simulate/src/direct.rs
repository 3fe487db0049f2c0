//! A problem of the catalogue on the machine alone, for one observer: no model, no
//! report, no comparison.

use crate::bindings::LaunchBindings;
use thiserror::Error;
use warpbench_catalog::{Problem, Values};
use warpbench_front::wgsl::Checked;
use warpbench_machine::sim::{
    Buffers, CompileError, Launch, Observer, RunError, Schedule, compile, run,
};

/// How the machine is set up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    /// Lanes of a warp, 1 to 64.
    pub warp_width: u32,
    /// Which warp runs next.
    pub schedule: Schedule,
    /// Give up after so many instructions of all warps, for each launch.
    pub most_instructions: u64,
}

/// A problem that the machine could not run.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum SimulationError {
    /// The kernel cannot be compiled for the machine.
    #[error(transparent)]
    Compile(#[from] CompileError),
    /// The kernel did not come to its end.
    #[error(transparent)]
    Run(#[from] RunError),
}

/// Runs all launches of a problem. `contents` are its buffers', in order, and
/// hold the results then.
pub fn run_problem<O: Observer>(
    checked: &Checked,
    problem: &Problem,
    contents: &mut [Values],
    settings: &Settings,
    observer: &mut O,
) -> Result<(), SimulationError> {
    for launch in &problem.launches {
        let code = compile(&checked.module, &checked.info, &checked.semantics, &launch.entry)?;
        let bound = LaunchBindings::of(launch);
        let mut buffers =
            Buffers(code.buffers.iter().map(|slot| bound.words(slot, contents)).collect());
        let machine = Launch {
            grid: launch.grid,
            warp_width: settings.warp_width,
            schedule: settings.schedule,
            most_instructions: settings.most_instructions,
            ..Launch::default()
        };
        run(&code, &machine, &mut buffers, observer)?;
        bound.write_back(&code, &buffers, contents);
    }
    Ok(())
}
