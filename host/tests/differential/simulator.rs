//! Generated programs on the simulator.

use super::words::Words;
use warpbench_front::overrides;
use warpbench_front::wgsl::Checked;
use warpbench_generate::Module;
use warpbench_machine::sim::{self, CompileError, Launch};

/// What became of a program.
pub(crate) enum Outcome {
    /// It ran, and this is what the buffers hold.
    Ran(Words),
    /// The simulator does not know this.
    Refused(String),
    /// It ought to run but does not.
    Failed(String),
}

/// Runs one program of a module.
pub(crate) fn run(
    module: &Module,
    number: usize,
    checked: &Checked,
    words: &Words,
    launch: &Launch,
) -> Outcome {
    let entry = format!("main{number}");
    let overrides = module.programs[number].overrides.iter();
    let overrides = overrides.map(|(name, value)| (name.clone(), f64::from(*value))).collect();
    let replaced = match overrides::apply(checked, &entry, &overrides) {
        Ok(replaced) => replaced,
        Err(error) => return Outcome::Failed(error.to_string()),
    };
    let replaced = replaced.as_ref().unwrap_or(checked);
    let code = match sim::compile(&replaced.module, &replaced.info, &replaced.semantics, &entry) {
        Ok(code) => code,
        Err(CompileError::Unsupported { what, .. }) => return Outcome::Refused(what),
        Err(error) => return Outcome::Failed(error.to_string()),
    };
    let own = code.buffers.iter().map(|slot| words.get(slot.binding).to_vec());
    let mut buffers = sim::Buffers(own.collect());
    if let Err(error) = sim::run(&code, launch, &mut buffers, &mut ()) {
        return Outcome::Failed(error.to_string());
    }
    let mut words = words.clone();
    for (slot, own) in code.buffers.iter().zip(buffers.0) {
        *words.get_mut(slot.binding) = own;
    }
    Outcome::Ran(words)
}
