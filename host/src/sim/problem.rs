//! Running a problem of the catalogue on the machine.

use super::code::{BufferSlot, Code};
use super::{Buffers, CompileError, Launch, Observer, RunError, Schedule, compile, run};
use crate::catalog::{self, Argument, Problem, Values};
use crate::front::wgsl::Checked;
use thiserror::Error;

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
        let code = compile(checked, &launch.entry)?;
        let bound = Bound::of(launch);
        let mut buffers =
            Buffers(code.buffers.iter().map(|slot| bound.words(slot, contents)).collect());
        let machine = Launch {
            grid: launch.grid,
            warp_width: settings.warp_width,
            schedule: settings.schedule,
            most_instructions: settings.most_instructions,
        };
        run(&code, &machine, &mut buffers, observer)?;
        bound.write_back(&code, &buffers, contents);
    }
    Ok(())
}

/// What is bound to a launch: buffers in order, then the scalars as one more.
pub(crate) struct Bound {
    /// The buffers, and whether their length can be asked for.
    buffers: Vec<(usize, bool)>,
    scalars: Vec<u32>,
}

impl Bound {
    pub(crate) fn of(launch: &catalog::Launch) -> Bound {
        let mut bound = Bound { buffers: Vec::new(), scalars: Vec::new() };
        for argument in &launch.arguments {
            match *argument {
                Argument::Slice(index) => bound.buffers.push((index, true)),
                Argument::Pointer(index) => bound.buffers.push((index, false)),
                Argument::U32(value) => bound.scalars.push(value),
                Argument::F32(value) => bound.scalars.push(value.to_bits()),
                Argument::U64(value) => {
                    bound.scalars.extend([value as u32, (value >> 32) as u32]);
                }
            }
        }
        bound
    }

    /// The words of a buffer that the kernel uses.
    pub(crate) fn words(&self, slot: &BufferSlot, contents: &[Values]) -> Vec<u32> {
        let Some(&(index, exact)) = self.buffers.get(slot.binding as usize) else {
            return self.scalars.clone();
        };
        let mut words: Vec<u32> = bytemuck::pod_collect_to_vec(contents[index].as_bytes());
        if !exact {
            // Vectors of four are bound whole, as on a GPU.
            words.resize(words.len().next_multiple_of(4), 0);
        }
        words
    }

    /// Takes over what the kernel has left in its buffers.
    pub(crate) fn write_back(&self, code: &Code, buffers: &Buffers, contents: &mut [Values]) {
        for (slot, words) in code.buffers.iter().zip(&buffers.0) {
            if let Some(&(index, _)) = self.buffers.get(slot.binding as usize) {
                let target = contents[index].as_bytes_mut();
                let len = target.len();
                target.copy_from_slice(&bytemuck::cast_slice(words)[..len]);
            }
        }
    }
}
